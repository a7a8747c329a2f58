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

/** What a walk over balance transactions counted, in cents. */
export type Totals = z.output<typeof totals>

export const noTotals: Totals = { count: 0, netCents: 0, feeCents: 0, tipCount: 0 }

const checkpoint = z.object({ lastId: z.string(), totals })

/**
 * Up to where provider and books were found equal: the newest balance transaction that was, and the totals up to it.
 * Neither side ever changes what is past, so it is counted once.
 */
export type Checkpoint = z.output<typeof checkpoint>

/** The last checkpoint; null when there is none, so that everything is counted. */
export async function readCheckpoint(db: Database): Promise<Checkpoint | null> {
  const text = await readSetting(db, 'transactions_checkpoint')
  return text === null ? null : checkpoint.parse(JSON.parse(text))
}

export const writeCheckpoint = ({ db, clock }: Pick<Services, 'db' | 'clock'>, reached: Checkpoint) =>
  writeSetting(db, clock, 'transactions_checkpoint', JSON.stringify(reached))

/** Two totals together. */
export const plus = (one: Totals, other: Totals): Totals => ({
  count: one.count + other.count,
  netCents: one.netCents + other.netCents,
  feeCents: one.feeCents + other.feeCents,
  tipCount: one.tipCount + other.tipCount,
})
