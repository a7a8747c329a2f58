import { v7 as uuid } from 'uuid'
import { people, sessions } from '#features/people/schema.ts'
import { sessionLifeMs } from '#features/people/session-life.ts'
import { newToken, tokenHash } from '#features/people/tokens.ts'
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

type Addressed = (typeof cast)[PersonName] & { email: string }

/** One statement a table. Memberships exist only as rows; tests about money pay for their own. */
async function add({ db, clock, address }: PeopleServices, given: Addressed[]): Promise<Caller[]> {
  const now = clock.now()
  const all = given.map(({ standing: kind, ...person }) => ({
    ...person,
    kind,
    id: uuid(),
    createdAt: days(now, -60),
    emailProvenAt: days(now, -60),
    token: newToken(),
  }))
  await db.insert(people).values(all)
  await db.insert(memberships).values(
    all.flatMap(({ id, kind }) => {
      const membership = kind ? standing[kind]?.(now) : null
      return membership ? [unpaidMembership(id, now, membership)] : []
    }),
  )
  await db.insert(sessions).values(
    all.map(({ id, token }) => ({
      id: uuid(),
      tokenHash: tokenHash(token),
      personId: id,
      userAgent: 'a test',
      createdAt: now,
      lastSeenAt: now,
      confirmedAt: now,
      expiresAt: new Date(now.getTime() + sessionLifeMs),
    })),
  )
  return all.map(({ id, email, token }) => {
    const caller = newCaller(() => address.url, { id, email })
    caller.cookies.set(sessionCookie, token)
    return caller
  })
}

/** One person of every kind, signed in. */
export async function addPeople(services: PeopleServices): Promise<People> {
  const given = Object.entries(cast).map(([name, person]) => ({
    ...person,
    email: `${name.toLowerCase()}@${testDomain}`,
  }))
  const callers = await add(services, given)
  const names = Object.keys(cast)
  // Object.keys loses the names, which are exactly those of People.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(names.map((name, place) => [name, callers[place]])) as People
}

/** One more member, signed in, with an address of their own. */
export async function addMember(services: PeopleServices): Promise<Caller> {
  const [member] = await add(services, [{ ...cast.member, email: `${uuid()}@${testDomain}` }])
  if (!member) throw new Error('the member was not returned')
  return member
}

const unpaidMembership = (personId: string, now: Date, membership: Membership) => ({
  id: uuid(),
  personId,
  customerId: `cus_test_${personId}`,
  subscriptionId: `sub_test_${personId}`,
  status: 'active' as const,
  priceCents: 1299,
  cardBrand: 'visa',
  cardLast4: '4242',
  periodEnd: days(now, 20),
  startedAt: days(now, -40),
  isCurrent: true,
  syncedAt: now,
  ...membership,
})
