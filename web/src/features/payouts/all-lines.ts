import * as api from '@touchline/contract/payouts.ts'
import { call } from '#api/call.ts'

const linesAtOnce = 50

type Reading = { signal: AbortSignal; onProgress: (count: number) => void }

/** Every line of a statement, newest first; `onProgress` hears how many are there. Throws as `call` does. */
export async function allLines(id: string, { signal, onProgress }: Reading): Promise<api.Line[]> {
  const read: api.Line[] = []
  let before: string | null = ''
  while (before !== null) {
    const { lines, next }: { lines: api.Line[]; next: string | null } = await call(api.lines, {
      params: { id },
      query: { limit: linesAtOnce, ...(before === '' ? {} : { before }) },
      signal,
    })
    read.push(...lines)
    onProgress(read.length)
    before = next
  }
  return read
}
