import { numbersFrom } from '#engine/seeded-numbers.ts'
import type { Fault } from './fault.ts'

const kinds = {
  'reset-before': { when: 'before', how: 'reset' },
  'reset-after': { when: 'after', how: 'reset' },
  'hang-before': { when: 'before', how: 'hang' },
  'hang-after': { when: 'after', how: 'hang' },
  '500-before': { when: 'before', how: 500 },
  '500-after': { when: 'after', how: 500 },
  // A request with this response has had no effect.
  '409': { when: 'before', how: 409 },
  '429': { when: 'before', how: 429 },
} as const satisfies Record<string, Pick<Fault, 'when' | 'how'>>

export type FaultKind = keyof typeof kinds

/** What can go wrong with a request and its response. */
// The keys of the table are exactly the kinds.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const faultKinds = Object.keys(kinds) as FaultKind[]

/** Faults that hit random requests of the secret API. */
export type RandomFaults = {
  /** The share of requests that fail, from 0 to 1. */
  share: number
  /** The same seed gives the same faults for the same sequence of requests. */
  seed: number
  /** All kinds by default. */
  kinds?: readonly FaultKind[]
  /** Path prefix of affected requests; all by default. */
  path?: string
}

export type FaultSource = { strike(path: string): Fault | undefined; met: Record<string, number> }

/** Draws the faults; `met` counts them by kind. */
export function drawFaults({
  share,
  seed,
  kinds: chosen = faultKinds,
  path: prefix = '/',
}: RandomFaults): FaultSource {
  const next = numbersFrom(seed)
  const met: Record<string, number> = {}
  return {
    met,
    strike(path) {
      if (!path.startsWith(prefix) || next() >= share) return undefined
      const kind = chosen[Math.floor(next() * chosen.length)]
      if (!kind) return undefined
      met[kind] = (met[kind] ?? 0) + 1
      return { path, ...kinds[kind] }
    },
  }
}
