import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#config/config.ts'
import type { Database } from '#db/database.ts'
import type { Address } from '#http/cookies.ts'
import type { Payments } from './payments.ts'
import type { Clock } from '#time/clock.ts'

export type ForSetUp = {
  config: Config
  db: Database
  clock: Clock
  log: FastifyBaseLogger
  address: Address
  payments: Payments
}

/** One thing the site needs at the provider, and what was done about it. */
export type SetUpStep = {
  what: string
  /** The provider's id; null where there is nothing yet. */
  id: string | null
  outcome: 'found' | 'made' | 'mended' | 'replaced' | 'skipped'
  /** What could not be found out about it. */
  note?: string
}
