import { v7 as uuid } from 'uuid'
import { createPerson } from '#features/people/create-person.ts'
import { openSession } from '#features/accounts/start-session.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import { sessionCookie } from '#http/cookies.ts'
import type { Services } from '#services.ts'
import { type Caller, newCaller } from './caller.ts'
import { testDomain } from './stripe-for-tests.ts'

const dayMs = 24 * 60 * 60 * 1000
const days = (now: Date, count: number) => new Date(now.getTime() + count * dayMs)

type PeopleServices = Pick<Services, 'db' | 'clock' | 'address'>
type Membership = Partial<typeof memberships.$inferInsert>

/** The membership of each kind of person, as of `now`. */
const standing: Record<string, (now: Date) => Membership | null> = {
  member: (now) => ({ status: 'active', paidThrough: days(now, 20), periodEnd: days(now, 20) }),
  lapsed: (now) => ({
    status: 'canceled',
    paidThrough: days(now, -10),
    periodEnd: days(now, -10),
    endedAt: days(now, -10),
  }),
  pastDue: (now) => ({
    status: 'past_due',
    paidThrough: days(now, -20),
    unpaidSince: days(now, -20),
    periodEnd: days(now, 10),
  }),
}

const cast = {
  creator: {
    role: 'creator',
    firstName: 'Sam',
    lastName: 'Whitlock',
    isMainInfluencer: true,
    standing: null,
  },
  otherCreator: { role: 'creator', firstName: 'Robin', lastName: 'Vale', standing: null },
  moderator: { role: 'moderator', firstName: 'Maya', lastName: 'Lind', standing: null },
  admin: { role: 'admin', firstName: 'Ada', lastName: 'Keeper', standing: null },
  member: { role: 'subscriber', firstName: 'Mina', lastName: 'Osei', standing: 'member' },
  otherMember: { role: 'subscriber', firstName: null, lastName: null, standing: 'member' },
  lapsed: { role: 'subscriber', firstName: 'Lars', lastName: 'Holm', standing: 'lapsed' },
  pastDue: { role: 'subscriber', firstName: 'Pia', lastName: 'Duarte', standing: 'pastDue' },
  newcomer: { role: 'subscriber', firstName: 'Noor', lastName: 'Haddad', standing: null },
  blocked: { role: 'subscriber', firstName: 'Bo', lastName: 'Stern', isBlocked: true, standing: 'member' },
} as const

export type PersonName = keyof typeof cast
export type People = Record<PersonName, Caller>

/** Memberships exist only as rows; tests about money pay for their own. */
export async function addPeople(services: PeopleServices): Promise<People> {
  const now = services.clock.now()
  const callers: [string, Caller][] = []
  // One after the other on one connection: each further connection would plan every statement anew.
  for (const [name, { standing: kind, ...person }] of Object.entries(cast)) {
    const email = `${name.toLowerCase()}@${testDomain}`
    const { id } = await createPerson(services.db, {
      ...person,
      email,
      createdAt: days(now, -60),
      emailProvenAt: days(now, -60),
    })
    const membership = kind ? standing[kind]?.(now) : null
    if (membership) await joinWithoutPaying(services, id, membership)
    const { token } = await openSession(services, id, 'a test')
    const caller = newCaller(() => services.address.url, { id, email })
    caller.cookies.set(sessionCookie, token)
    callers.push([name, caller])
  }
  // Object.entries loses the names, which are exactly those of People.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(callers) as People
}

async function joinWithoutPaying({ db, clock }: PeopleServices, personId: string, membership: Membership) {
  const now = clock.now()
  await db.insert(memberships).values({
    id: uuid(),
    personId,
    customerId: `cus_test_${personId}`,
    subscriptionId: `sub_test_${personId}`,
    status: 'active',
    priceCents: 1299,
    cardBrand: 'visa',
    cardLast4: '4242',
    periodEnd: days(now, 20),
    startedAt: days(now, -40),
    isCurrent: true,
    syncedAt: now,
    ...membership,
  })
}
