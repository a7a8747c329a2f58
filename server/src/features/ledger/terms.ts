import { asc, desc, lte } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Queryable } from '#db/database.ts'
import type { Services } from '#services.ts'
import { ledgerTerms, type Terms } from './schema.ts'

export type NewTerms = Pick<
  Terms,
  'subscriptionShareBasisPoints' | 'tipShareBasisPoints' | 'holdDays' | 'graceDays'
>

/** The terms that held at a moment; before the first change, and for any moment earlier, the first ones. */
export async function termsAt(db: Queryable, at: Date): Promise<Terms> {
  const [held] = await db
    .select()
    .from(ledgerTerms)
    .where(lte(ledgerTerms.effectiveAt, at))
    .orderBy(desc(ledgerTerms.effectiveAt))
    .limit(1)
  if (held) return held
  const [first] = await db.select().from(ledgerTerms).orderBy(asc(ledgerTerms.effectiveAt)).limit(1)
  if (!first) throw new Error('the ledger has no terms: the migrations write the first')
  return first
}

/** Writes terms that hold from now on; what was booked before keeps its own. Unchanged terms write nothing. */
export async function changeTerms(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  changed: Partial<NewTerms>,
  changedBy: string | null,
): Promise<Terms> {
  const now = clock.now()
  const held = await termsAt(db, now)
  const wanted = { ...held, ...changed }
  const isSame =
    wanted.subscriptionShareBasisPoints === held.subscriptionShareBasisPoints &&
    wanted.tipShareBasisPoints === held.tipShareBasisPoints &&
    wanted.holdDays === held.holdDays &&
    wanted.graceDays === held.graceDays
  if (isSame) return held
  const row = { ...wanted, id: uuid(), effectiveAt: now, createdAt: now, changedBy }
  await db.insert(ledgerTerms).values(row)
  return row
}

/** Takes over what the configuration names; call once at the start. What it leaves out stays as it is. */
export async function applyConfiguredTerms(
  services: Pick<Services, 'db' | 'clock' | 'config'>,
): Promise<void> {
  const { graceDays } = services.config
  if (graceDays !== null) await changeTerms(services, { graceDays }, null)
}
