import * as z from 'zod/mini'
import type { Database } from '#db/database.ts'
import { readSetting, writeSetting } from '#payments/settings.ts'
import type { Services } from '#services.ts'

const totals = z.object({
  count: z.int(),
  netCents: z.int(),
  feeCents: z.int(),
  tipCount: z.int(),
})

/** Totals of a walk over balance transactions, in cents. */
export type Totals = z.output<typeof totals>

export const noTotals: Totals = { count: 0, netCents: 0, feeCents: 0, tipCount: 0 }

const exception = z.extend(totals, { id: z.string(), created: z.int() })

/** A movement that is known to be unbooked and has an alert. `created` in seconds, amounts in cents. */
export type Exception = z.output<typeof exception>

const checkpoint = z.object({
  lastId: z.string(),
  totals,
  exceptions: z.optional(z.array(exception)),
})

/** Provider and ledger matched up to here except for `exceptions`. The past never changes, so it is counted once. */
export type Checkpoint = { lastId: string; totals: Totals; exceptions: Exception[] }

/** The last checkpoint; null means that everything is counted. */
export async function readCheckpoint(db: Database): Promise<Checkpoint | null> {
  const text = await readSetting(db, 'transactions_checkpoint')
  if (text === null) return null
  const { exceptions = [], ...reached } = checkpoint.parse(JSON.parse(text))
  return { ...reached, exceptions }
}

export const writeCheckpoint = ({ db, clock }: Pick<Services, 'db' | 'clock'>, reached: Checkpoint) =>
  writeSetting(db, clock, 'transactions_checkpoint', JSON.stringify(reached))

export const addTotals = (one: Totals, other: Totals): Totals => ({
  count: one.count + other.count,
  netCents: one.netCents + other.netCents,
  feeCents: one.feeCents + other.feeCents,
  tipCount: one.tipCount + other.tipCount,
})
