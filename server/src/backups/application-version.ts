import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'

const place = new URL('../../../package.json', import.meta.url)

/** The version of this Touchline, as in its package.json. */
export const applicationVersion = async (): Promise<string> =>
  z.object({ version: z.string() }).parse(JSON.parse(await readFile(place, 'utf8'))).version
