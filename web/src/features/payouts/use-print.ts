import type { Line } from '@touchline/contract/payouts.ts'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { errorMessage } from '#api/api-error.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { toast } from '#ui/toast-store.ts'
import * as api from '@touchline/contract/payouts.ts'
import { call } from '#api/call.ts'

const linesPerRequest = 50

type Reading = { signal: AbortSignal; onProgress: (count: number) => void }

/** Loads every line of a statement, newest first; `onProgress` gets the count so far. Throws like `call`. */
async function allLines(id: string, { signal, onProgress }: Reading): Promise<api.Line[]> {
  const read: api.Line[] = []
  let before: string | null = ''
  while (before !== null) {
    const { lines, next }: { lines: api.Line[]; next: string | null } = await call(api.lines, {
      params: { id },
      query: { limit: linesPerRequest, ...(before === '' ? {} : { before }) },
      signal,
    })
    read.push(...lines)
    onProgress(read.length)
    before = next
  }
  return read
}

/** About a hundred pages. */
export const maxPrintedLines = 5000

/** Prints a statement once all of its lines are loaded. `readCount` is the progress, otherwise null. */
export function usePrint(statementId: string, count: number) {
  const [lines, setLines] = useState<Line[] | null>(null)
  const [readCount, setReadCount] = useState<number | null>(null)
  const reading = useRef<AbortController>(null)
  const isExpired = useExpiredSession()
  useEffect(() => () => reading.current?.abort(), [])

  async function readAndPrint() {
    reading.current = new AbortController()
    const { signal } = reading.current
    setReadCount(0)
    try {
      const read = await allLines(statementId, { signal, onProgress: setReadCount })
      // The lines must be rendered before printing.
      flushSync(() => setLines(read))
      window.print()
    } catch (error) {
      if (signal.aborted || isExpired(error)) return
      const description = errorMessage(error, 'The lines could not be loaded. Please try again.')
      toast({ title: 'Not printed', description, kind: 'destructive' })
    } finally {
      setReadCount(null)
    }
  }

  function print() {
    if (lines || count === 0) window.print()
    else if (count <= maxPrintedLines) void readAndPrint()
    else {
      const description = 'Only the sums are printed. The CSV file has every line.'
      toast({ title: `${count.toLocaleString('en-US')} lines are too many`, description, kind: 'caution' })
      window.print()
    }
  }
  return { lines, readCount, print }
}
