import type { Overview, Share, Statement } from '@touchline/contract/payouts.ts'
import type { Queryable } from '#db/database.ts'
import { termsAt, creatorShareCents } from '#features/ledger/terms.ts'
import { tipAmountCents } from '#features/tips/tip-rules.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { newestStatement, onItsWayCents, paidCents, paidCreator, payoutsOf, statementsOf } from './queries.ts'
import { runningMonth } from './running-month.ts'
import type { PayoutStatement } from './schema.ts'
import { toStatement } from './to-statement.ts'

const defaultLimit = 24

type Page = { before?: string | undefined; limit?: number | undefined }

/** Shows an admin the paid creator's payouts. It is empty for a creator who does not receive the revenue. */
export async function payoutsFor(
  { db, clock, payments }: Pick<Services, 'db' | 'clock' | 'payments'>,
  viewer: Viewer,
  { before, limit = defaultLimit }: Page,
): Promise<Overview> {
  const now = clock.now()
  const terms = await termsAt(db, now)
  const creator = await paidCreator(db)
  const isMine = creator !== null && (viewer.role === 'admin' || viewer.id === creator.id)
  const creatorId = isMine ? creator.id : viewer.id
  const page = await statementsOf(db, creatorId, { before, limit: limit + 1 })
  const { closesAt, earnedThisMonthCents, ...running } = await runningMonth(
    db,
    isMine ? creator.id : null,
    now,
  )
  return {
    earnedThisMonthCents,
    onItsWayCents: await onItsWayCents(db, creatorId),
    paidCents: await paidCents(db, creatorId),
    running: { ...running, closesAt: closesAt.toISOString() },
    shares: {
      subscription: shareOf(payments.price.unitAmountCents, terms.subscriptionShareBasisPoints),
      tip: shareOf(tipAmountCents, terms.tipShareBasisPoints),
    },
    holdDays: terms.holdDays,
    statements: await toStatements(db, page.slice(0, limit)),
    hasMore: page.length > limit,
  }
}

const shareOf = (priceCents: number, basisPoints: number): Share => ({
  priceCents,
  basisPoints,
  creatorCents: creatorShareCents(priceCents, basisPoints),
})

/** Converts statements of one creator to the contract. */
export async function toStatements(db: Queryable, statements: PayoutStatement[]): Promise<Statement[]> {
  const [first] = statements
  if (!first) return []
  const payouts = await payoutsOf(
    db,
    statements.map(({ id }) => id),
  )
  const newest = await newestStatement(db, first.creatorId)
  return statements.map((statement) => toStatement(statement, { payouts, newestId: newest?.id ?? null }))
}
