import type * as z from 'zod/mini'

/** Returns the first error of each invalid field, or null when the values are valid. */
export function fieldProblems(schema: z.ZodMiniType, typed: unknown): Record<string, string> | null {
  const checked = schema.safeParse(typed)
  if (checked.success) return null
  return Object.fromEntries(
    checked.error.issues.map(({ path, message }) => [String(path[0]), message]).toReversed(),
  )
}
