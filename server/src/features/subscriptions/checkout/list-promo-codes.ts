import type { PromoCode as ListedCode, PromoCodeUse } from '@touchline/contract/promo-codes.ts'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { isAfterRow } from '#db/place-in-list.ts'
import { notFound } from '#errors.ts'
import { paidCentsOf } from '#features/ledger/paid-cents.ts'
import { people } from '#features/people/schema.ts'
import { nameColumns, shownName } from '#features/people/shown-name.ts'
import { accessOf, membershipFacts } from '../access/access.ts'
import { memberships, type PromoCode, promoCodes, promoRedemptions } from '../schema.ts'

const maxListed = 200

/** What the membership of a redemption has paid. */
const paidCents = paidCentsOf(sql`payment.source_id = (select member.id from memberships member
  where member.subscription_id = ${promoRedemptions.subscriptionId})`)

function stateOf(
  { maxUses, expiresAt, endedAt }: PromoCode,
  redeemed: number,
  now: Date,
): ListedCode['state'] {
  if (endedAt) return 'ended'
  if (expiresAt && expiresAt <= now) return 'expired'
  return maxUses !== null && redeemed >= maxUses ? 'used_up' : 'active'
}

/** Returns the newest codes with their counts. */
export async function listPromoCodes(db: Queryable, now: Date): Promise<ListedCode[]> {
  const codes = await db.select().from(promoCodes).orderBy(desc(promoCodes.createdAt)).limit(maxListed)
  const counts = await db
    .select({
      code: promoRedemptions.code,
      redeemed: sql<number>`count(*) filter (where ${promoRedemptions.state} = 'redeemed')`.mapWith(Number),
      reserved: sql<number>`count(*) filter (where ${promoRedemptions.state} = 'reserved')`.mapWith(Number),
      discountCents: sql<number>`sum(${promoRedemptions.discountCents})`.mapWith(Number),
      paidCents: sql<number>`sum(${paidCents})`.mapWith(Number),
      lastUsedAt: sql<Date>`max(${promoRedemptions.createdAt})`.mapWith(promoRedemptions.createdAt),
    })
    .from(promoRedemptions)
    .where(
      inArray(
        promoRedemptions.code,
        codes.map(({ code }) => code),
      ),
    )
    .groupBy(promoRedemptions.code)
  const countsOf = new Map(counts.map(({ code, lastUsedAt, ...rest }) => [code, { ...rest, lastUsedAt }]))
  return codes.map((row) => {
    const found = countsOf.get(row.code)
    const { code, campaign, percentOff, amountOffCents, months, maxUses } = row
    return {
      code,
      campaign,
      percentOff,
      amountOffCents,
      months,
      maxUses,
      expiresAt: row.expiresAt?.toISOString() ?? null,
      oncePerPerson: row.isOncePerPerson,
      oncePerCard: row.isOncePerCard,
      newMembersOnly: row.isForNewMembers,
      cardRequired: row.needsCard,
      state: stateOf(row, found?.redeemed ?? 0, now),
      createdAt: row.createdAt.toISOString(),
      redeemed: found?.redeemed ?? 0,
      reserved: found?.reserved ?? 0,
      discountCents: found?.discountCents ?? 0,
      paidCents: found?.paidCents ?? 0,
      lastUsedAt: found?.lastUsedAt.toISOString() ?? null,
    }
  })
}

type Page = { code: string; before?: string | undefined; limit?: number | undefined }

/** Returns one page of the people who used a code, newest first. Throws 404 for an unknown code. */
export async function listPromoCodeUses(
  db: Queryable,
  now: Date,
  { code, before, limit = 20 }: Page,
): Promise<{ uses: PromoCodeUse[]; hasMore: boolean }> {
  if ((await db.$count(promoCodes, eq(promoCodes.code, code))) === 0) throw notFound('Promo code')
  const rows = await db
    .select({
      id: promoRedemptions.id,
      usedAt: promoRedemptions.createdAt,
      discountCents: promoRedemptions.discountCents,
      paidCents,
      personId: people.id,
      ...nameColumns,
      role: people.role,
      membership: membershipFacts,
    })
    .from(promoRedemptions)
    .leftJoin(people, eq(people.id, promoRedemptions.personId))
    .leftJoin(memberships, and(eq(memberships.personId, people.id), memberships.isCurrent))
    .where(
      and(
        eq(promoRedemptions.code, code),
        eq(promoRedemptions.state, 'redeemed'),
        before ? isAfterRow([promoRedemptions.createdAt, promoRedemptions.id], before) : undefined,
      ),
    )
    .orderBy(desc(promoRedemptions.createdAt), desc(promoRedemptions.id))
    .limit(limit + 1)
  const uses = rows
    .slice(0, limit)
    .map(({ personId, email, firstName, lastName, role, membership, ...row }) => ({
      id: row.id,
      person:
        personId && email ? { id: personId, name: shownName({ firstName, lastName, email }), email } : null,
      usedAt: row.usedAt.toISOString(),
      discountCents: row.discountCents,
      paidCents: row.paidCents,
      isMember: role !== null && accessOf({ role, membership }, now).hasAccess,
    }))
  return { uses, hasMore: rows.length > limit }
}
