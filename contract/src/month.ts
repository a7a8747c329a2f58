import * as z from 'zod/mini'

/** A UTC month, written as its first day: 2026-11-01. */
export const month = z
  .string()
  .check(z.regex(/^(?:19|20)\d\d-(?:0[1-9]|1[0-2])-01$/, 'A month looks like 2026-11-01.'))
