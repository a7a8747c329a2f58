import { invalid } from '#api/refusals.ts'
import { type RandomFaults, drawFaults, type FaultSource } from '#api/random-faults.ts'
import type { Fault } from './fault.ts'

export type Faults = ReturnType<typeof createFaults>

export function createFaults() {
  const waiting: (Fault & { left: number })[] = []
  let striking: FaultSource | null = null
  return {
    /** Rejects impossible faults: a 4xx response means no effect, except for a declined card. */
    add(fault: Fault): void {
      const { when, how } = fault
      if (when === 'after' && typeof how === 'number' && how < 500 && how !== 402)
        throw invalid('Nothing answers with that status after the effect: 402, or from 500 on.', 'how')
      waiting.push({ ...fault, left: fault.times ?? 1 })
    },
    /** Makes requests fail at random from now on; null stops it. */
    strike(random: RandomFaults | null): FaultSource['met'] {
      striking = random && drawFaults(random)
      return striking?.met ?? {}
    },
    clear(): void {
      waiting.length = 0
      striking = null
    },
    /** Returns and uses up the fault for this request. */
    take(method: string, path: string): Fault | undefined {
      const index = waiting.findIndex(
        (fault) => path.startsWith(fault.path) && (fault.method ?? method).toUpperCase() === method,
      )
      const fault = waiting[index]
      if (!fault) return striking?.strike(path)
      fault.left -= 1
      if (fault.left <= 0) waiting.splice(index, 1)
      return fault
    },
  }
}

/** Performs a fault without a status: breaks the connection, or waits until the caller aborts. */
export function breakConnection(fault: Fault, signal: AbortSignal): Promise<never> {
  if (fault.how === 'reset')
    return Promise.reject(Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }))
  return new Promise((_, reject) => {
    const stop = () => reject(Object.assign(new Error('The caller gave up.'), { name: 'AbortError' }))
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}
