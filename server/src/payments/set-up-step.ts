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

/** Something the site needs at the provider, and what set-up did about it. */
export type SetUpStep = {
  what: string
  /** The provider's id; null when nothing exists yet. */
  id: string | null
  outcome: 'found' | 'made' | 'repaired' | 'replaced' | 'skipped'
  /** What could not be determined. */
  note?: string
}
