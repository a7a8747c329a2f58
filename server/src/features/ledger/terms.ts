import { asc, desc, lte } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { lockUntilCommit, type Queryable } from '#db/database.ts'
import { recordAct } from '#features/audit/record-act.ts'
import type { Services } from '#services.ts'
import { ledgerTerms, type Terms } from './schema.ts'

/** The creator's share of a gross payment in cents, rounded down. The odd cent goes to the platform. */
export const creatorShareCents = (grossCents: number, basisPoints: number) =>
  Math.floor((grossCents * basisPoints) / 10_000)

export type NewTerms = Pick<
  Terms,
  'subscriptionShareBasisPoints' | 'tipShareBasisPoints' | 'holdDays' | 'graceDays'
>

const noTerms = 'the ledger has no terms: the migrations write the first'

/** The terms in effect at a moment. The first terms also cover any earlier time. */
export async function termsAt(db: Queryable, at: Date): Promise<Terms> {
  const [current] = await db
    .select()
    .from(ledgerTerms)
    .where(lte(ledgerTerms.effectiveAt, at))
    .orderBy(desc(ledgerTerms.effectiveAt))
    .limit(1)
  if (current) return current
  const [first] = await db.select().from(ledgerTerms).orderBy(asc(ledgerTerms.effectiveAt)).limit(1)
  if (!first) throw new Error(noTerms)
  return first
}

/** Earlier bookings keep their terms. Unchanged terms are not saved; concurrent changes are serialized. */
export async function changeTerms(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  changed: Partial<NewTerms>,
  changedBy: string | null,
): Promise<Terms> {
  return db.transaction(async (tx) => {
    await lockUntilCommit(tx, 'ledger-terms')
    const now = clock.now()
    const current = await newestTerms(tx)
    const wanted = { ...current, ...changed }
    const isSame =
      wanted.subscriptionShareBasisPoints === current.subscriptionShareBasisPoints &&
      wanted.tipShareBasisPoints === current.tipShareBasisPoints &&
      wanted.holdDays === current.holdDays &&
      wanted.graceDays === current.graceDays
    if (isSame) return current
    // Two terms must not start in the same millisecond.
    const effectiveAt = new Date(Math.max(now.getTime(), current.effectiveAt.getTime() + 1))
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

/** Call once at start. Terms the configuration leaves out stay unchanged. */
export async function applyConfiguredTerms(
  services: Pick<Services, 'db' | 'clock' | 'config'>,
): Promise<void> {
  const { graceDays } = services.config
  if (graceDays !== null) await changeTerms(services, { graceDays }, null)
}
