import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import { rowsById } from '#db/rows-by-id.ts'
import { people } from '#features/people/schema.ts'
import { nameColumns, shownName } from '#features/people/shown-name.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { accessOf, membershipFacts } from './access/access.ts'
import { memberships, promoRedemptions } from './schema.ts'

export async function exportMemberships({ db }: Pick<Services, 'db'>, viewer: Viewer) {
  const memberRows = await db
    .select({
      status: memberships.status,
      pricePerMonthCents: memberships.priceCents,
      startedAt: memberships.startedAt,
      paidThrough: memberships.paidThrough,
      endedAt: memberships.endedAt,
    })
    .from(memberships)
    .where(eq(memberships.personId, viewer.id))
    .orderBy(desc(memberships.startedAt))
  const promoCodes = await db
    .select({ code: promoRedemptions.code, usedAt: promoRedemptions.redeemedAt })
    .from(promoRedemptions)
    .where(and(eq(promoRedemptions.personId, viewer.id), eq(promoRedemptions.state, 'redeemed')))
    .orderBy(promoRedemptions.redeemedAt)
  return { memberships: memberRows, promoCodes }
}

export async function* exportSubscribers({ db, clock }: Pick<Services, 'db' | 'clock'>) {
  const subscribers = rowsById((after, limit) =>
    db
      .select({
        id: people.id,
        ...nameColumns,
        joinedAt: people.createdAt,
        startedAt: memberships.startedAt,
        membership: membershipFacts,
      })
      .from(people)
      .innerJoin(memberships, and(eq(memberships.personId, people.id), memberships.isCurrent))
      .where(and(eq(people.role, 'subscriber'), isNull(people.erasedAt), gt(people.id, after)))
      .orderBy(people.id)
      .limit(limit),
  )
  for await (const { membership, joinedAt, startedAt, ...person } of subscribers) {
    const { state, accessUntil } = accessOf({ role: 'subscriber', membership }, clock.now())
    yield {
      displayName: shownName(person),
      email: person.email,
      status: state,
      joinedAt,
      startedAt,
      accessUntil,
    }
  }
}
