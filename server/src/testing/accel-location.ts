import { readFileSync } from 'node:fs'

const manual = new URL('../../../docs/operating.md', import.meta.url)

/** The prefix that docs/operating.md gives for files that nginx sends. */
export const accelPrefix = '/stored-media/'

/** The location that docs/operating.md has operators write, for stored files in `folder`. */
export function accelLocation(folder: string): string {
  const [, lines] = /```nginx\n(.*?)```/s.exec(readFileSync(manual, 'utf8')) ?? []
  if (!lines?.includes(accelPrefix)) throw new Error('docs/operating.md says no more how nginx sends files')
  return lines.replace(/alias \S+;/, `alias ${folder}/;`)
}
