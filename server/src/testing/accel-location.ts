import { readFileSync } from 'node:fs'

const manual = new URL('../../../docs/operating.md', import.meta.url)

/** The prefix of docs/operating.md for files that nginx sends. */
export const accelPrefix = '/stored-media/'

/** The nginx location of docs/operating.md for the files in `folder`. */
export function accelLocation(folder: string): string {
  const examples = readFileSync(manual, 'utf8').matchAll(/```nginx\n(.*?)```/gs)
  const lines = [...examples].map(([, example]) => example).find((example) => example?.includes(accelPrefix))
  if (!lines) throw new Error('docs/operating.md says no more how nginx sends files')
  return lines.replace(/alias \S+;/, `alias ${folder}/;`)
}
