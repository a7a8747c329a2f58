import { api } from '@touchline/contract/api.ts'
import type { Line } from '@touchline/contract/payouts.ts'
import { call } from '#api/call.ts'

const linesAtOnce = 50

type Reading = { signal: AbortSignal; onProgress: (count: number) => void }

/** Every line of a statement, newest first; `onProgress` hears how many are there. Throws as `call` does. */
export async function allLines(id: string, { signal, onProgress }: Reading): Promise<Line[]> {
  const read: Line[] = []
  let before: string | null = ''
  while (before !== null) {
    const { lines, next }: { lines: Line[]; next: string | null } = await call(api.payouts.lines, {
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
