import type { MovementKind } from '@touchline/contract/insights.ts'
import { eq, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '#db/database.ts'
import { monthOf } from '#time/months.ts'
import { type MovementTotals, movementsOf } from './mrr-movements.ts'
import { recordWebhook } from '#webhooks/record-webhook.ts'
import type { SubscriptionSnapshot } from '../snapshot/subscription-snapshot.ts'
import { membershipMovements, memberships } from '../schema.ts'

export type SavedSnapshot = { membershipId: string; snapshot: SubscriptionSnapshot }

type Input = {
  personId: string
  written: SavedSnapshot[]
  /** Subscriptions that are refunded because another one goes on. */
  duplicates: string[]
  fetchedAt: Date
  now: Date
}

/** Appends the MRR movements of saved snapshots of one person; the caller holds the lock of the customer. */
export async function recordMovements(
  tx: Transaction,
  { personId, written, duplicates, fetchedAt, now }: Input,
): Promise<void> {
  const known = await totalsOf(tx, personId)
  for (const { membershipId, snapshot } of written.toSorted(byStart)) {
    const others = known.filter((one) => one.membershipId !== membershipId)
    const movements = movementsOf({
      snapshot,
      isDuplicate: duplicates.includes(snapshot.id),
      fetchedAt,
      totals: known.find((one) => one.membershipId === membershipId) ?? null,
      hadOtherMembership: others.length > 0,
      wasConcurrent: others.some((other) => ranAt(other, snapshot.startedAt)),
    })
    const [first] = movements
    if (!first) continue
    const joinedMonth = known[0]?.joinedMonth ?? monthOf(first.happenedAt)
    const owner = { membershipId, personId, joinedMonth, recordedAt: now }
    for (const movement of movements) {
      await tx.insert(membershipMovements).values({ id: uuid(), ...owner, ...movement })
      if (movement.members !== 0)
        await recordWebhook(tx, movement.members === 1 ? 'member.joined' : 'member.left', {
          personId,
          data: { membershipId, reason: reasons[movement.kind] },
          happenedAt: movement.happenedAt,
        })
    }
    // Later ones only need to know that it counted and how long it ran.
    const { startedAt, endedAt } = snapshot
    const totals = { members: 0, cents: 0, lastAt: first.happenedAt }
    known.push({ membershipId, joinedMonth, startedAt, endedAt, ...totals })
  }
}

/** Why a member joined or left, as webhooks say it. */
const reasons: Record<MovementKind, string> = {
  new: 'new',
  returning: 'returning',
  recovered: 'paid_again',
  repriced: 'repriced',
  lost_by_choice: 'canceled',
  lost_by_failed_payment: 'payment_failed',
  taken_back: 'refunded',
}

type Known = MovementTotals & {
  membershipId: string
  joinedMonth: string
  startedAt: Date
  endedAt: Date | null
}

const ranAt = ({ startedAt, endedAt }: Known, moment: Date) =>
  startedAt <= moment && (endedAt === null || endedAt > moment)

/** The totals of every membership that ever counted, and how long it ran. */
async function totalsOf(tx: Transaction, personId: string): Promise<Known[]> {
  return tx
    .select({
      membershipId: memberships.id,
      startedAt: memberships.startedAt,
      endedAt: memberships.endedAt,
      joinedMonth: sql<string>`min(${membershipMovements.joinedMonth})::text`,
      members: sql<number>`sum(${membershipMovements.members})::int`,
      cents: sql<number>`sum(${membershipMovements.cents})::int`,
      lastAt: sql<Date>`max(${membershipMovements.happenedAt})`.mapWith(membershipMovements.happenedAt),
    })
    .from(membershipMovements)
    .innerJoin(memberships, eq(memberships.id, membershipMovements.membershipId))
    .where(sql`${membershipMovements.personId} = ${personId}`)
    .groupBy(memberships.id)
}

const byStart = (one: SavedSnapshot, other: SavedSnapshot) =>
  one.snapshot.startedAt.getTime() - other.snapshot.startedAt.getTime()
