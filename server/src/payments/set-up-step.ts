import type { Services } from '#services.ts'

export type ForSetUp = Pick<Services, 'config' | 'db' | 'clock' | 'log' | 'address' | 'payments'>

/** One thing the site needs at the provider, and what was done about it. */
export type SetUpStep = {
  what: string
  /** The provider's id; null where there is nothing yet. */
  id: string | null
  outcome: 'found' | 'made' | 'mended' | 'replaced' | 'skipped'
  /** What could not be found out about it. */
  note?: string
}
