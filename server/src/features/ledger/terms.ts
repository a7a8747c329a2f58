import { asc, desc, lte } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { lockUntilCommit, type Queryable } from '#db/database.ts'
import { recordAct } from '#features/audit/record-act.ts'
import type { Services } from '#services.ts'
import { ledgerTerms, type Terms } from './schema.ts'

/** The creator's part of a gross payment, in cents, rounded down; the odd cent is the platform's. */
export const creatorShareCents = (grossCents: number, basisPoints: number) =>
  Math.floor((grossCents * basisPoints) / 10_000)

export type NewTerms = Pick<
  Terms,
  'subscriptionShareBasisPoints' | 'tipShareBasisPoints' | 'holdDays' | 'graceDays'
>

const noTerms = 'the ledger has no terms: the migrations write the first'

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
  if (!first) throw new Error(noTerms)
  return first
}

/**
 * Writes terms that hold from now on; what was booked before keeps its own. Unchanged terms write nothing. Changes that
 * arrive together are written one after the other, and none is lost.
 */
export async function changeTerms(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  changed: Partial<NewTerms>,
  changedBy: string | null,
): Promise<Terms> {
  return db.transaction(async (tx) => {
    await lockUntilCommit(tx, 'ledger-terms')
    const now = clock.now()
    const held = await newestTerms(tx)
    const wanted = { ...held, ...changed }
    const isSame =
      wanted.subscriptionShareBasisPoints === held.subscriptionShareBasisPoints &&
      wanted.tipShareBasisPoints === held.tipShareBasisPoints &&
      wanted.holdDays === held.holdDays &&
      wanted.graceDays === held.graceDays
    if (isSame) return held
    // No two may begin in the same millisecond.
    const effectiveAt = new Date(Math.max(now.getTime(), held.effectiveAt.getTime() + 1))
    const row = { ...wanted, id: uuid(), effectiveAt, createdAt: now, changedBy }
    await tx.insert(ledgerTerms).values(row)
    await recordAct(tx, { actorId: changedBy, action: 'terms_changed', subject: row.id, at: now })
    return row
  })
}

async function newestTerms(db: Queryable): Promise<Terms> {
  const [newest] = await db.select().from(ledgerTerms).orderBy(desc(ledgerTerms.effectiveAt)).limit(1)
  if (!newest) throw new Error(noTerms)
  return newest
}

/** Takes over what the configuration names; call once at the start. What it leaves out stays as it is. */
export async function applyConfiguredTerms(
  services: Pick<Services, 'db' | 'clock' | 'config'>,
): Promise<void> {
  const { graceDays } = services.config
  if (graceDays !== null) await changeTerms(services, { graceDays }, null)
}
