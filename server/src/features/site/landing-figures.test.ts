import { site } from '@touchline/content/site.ts'
import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { people } from '#features/people/schema.ts'
import { publishPost } from '#features/posts/publish-post.ts'
import { posts } from '#features/posts/schema.ts'
import { type Membership, memberships } from '#features/subscriptions/schema.ts'
import { type Club, openClub } from '#testing/club.ts'
import { join } from '#testing/joining.ts'
import { quiet } from '#testing/wait-until-settled.ts'
import { landingFigures } from './landing-figures.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const silent = {
  posts: null,
  followers: null,
  members: null,
  rating: null,
  support: null,
  signupMembers: null,
  signupToday: null,
}
const shownFrom = (fewestShown: number) => ({ settings: club.services.site.defaults, fewestShown })
const ofAtLeast = async (fewestShown: number) =>
  (await landingFigures(club.services)(shownFrom(fewestShown))).posts
const publish = (content: string) =>
  publishPost(club.services, { creatorId: club.people.creator.id, content, contentType: 'text' })

it('counts ready posts and members, and nothing else [LAND-6, SIGN-1]', async () => {
  const { db } = club.services
  await db.delete(memberships)
  expect(await landingFigures(club.services)(shownFrom(1))).toEqual(silent)
  await publish('One')
  await publish('Another')
  const removed = await publish('A third')
  await db.update(posts).set({ status: 'removed' }).where(eq(posts.id, removed))
  await join(club)
  const { user } = await join(club)
  await quiet(club)
  expect(await landingFigures(club.services)(shownFrom(1))).toEqual({
    ...silent,
    posts: '2',
    members: '2',
    signupMembers: '2',
  })
  await db
    .update(memberships)
    .set({ endedAt: new Date(), status: 'canceled' })
    .where(eq(memberships.personId, user.id))
  expect((await landingFigures(club.services)(shownFrom(1))).members).toBe('1')
})

it('does not count unpaid, blocked or staff accounts as members [LAND-6, SIGN-1]', async () => {
  const { db, clock } = club.services
  await db.update(memberships).set({ isCurrent: false })
  const { user } = await join(club)
  await quiet(club)
  const members = async () => (await landingFigures(club.services)(shownFrom(1))).members
  const of = { membership: eq(memberships.personId, user.id), person: eq(people.id, user.id) }
  const [paid] = await db.select().from(memberships).where(of.membership)
  const set = async (now: Partial<Membership>, person: Partial<typeof people.$inferInsert> = {}) => {
    await db
      .update(memberships)
      .set({ ...paid, ...now })
      .where(of.membership)
    await db
      .update(people)
      .set({ role: 'subscriber', isBlocked: false, ...person })
      .where(of.person)
    return members()
  }
  const [past, later] = [new Date(0), new Date(clock.now().getTime() + 60_000)]
  expect(await set({})).toBe('1')
  expect(await set({ paidThrough: null })).toBeNull()
  expect(await set({ paidThrough: past })).toBeNull()
  expect(await set({ cancelAt: past })).toBeNull()
  expect(await set({ revokedAt: past })).toBeNull()
  expect(await set({ status: 'past_due', graceUntil: past })).toBeNull()
  expect(await set({ status: 'past_due', graceUntil: later })).toBe('1')
  expect(await set({ status: 'trialing' })).toBe('1')
  expect(await set({ status: 'unpaid' })).toBeNull()
  expect(await set({}, { isBlocked: true })).toBeNull()
  expect(await set({}, { role: 'creator' })).toBeNull()
})

it('shows what is typed and hides what is hidden [LAND-6, SIGN-1]', async () => {
  const typed = {
    posts: '500+',
    followers: '250,000',
    members: '10K+',
    rating: '4.9',
    support: '24/7',
    signupMembers: '1,000+',
    signupToday: '1,247',
  }
  const figuresOf = (show: 'typed' | 'hidden') => {
    const figure = (text: string) => ({ show, text })
    const { posts: count, followers, members, rating, support, signupMembers, signupToday } = typed
    return {
      posts: figure(count),
      followers: figure(followers),
      members: figure(members),
      rating: figure(rating),
      support: figure(support),
      signupMembers: figure(signupMembers),
      signupToday: figure(signupToday),
    }
  }
  const shown = (show: 'typed' | 'hidden') =>
    landingFigures(club.services)({ settings: { figures: figuresOf(show) }, fewestShown: 1 })
  expect(await shown('typed')).toEqual(typed)
  expect(await shown('hidden')).toEqual(silent)
})

it('hides small counts [LAND-6]', async () => {
  expect([await ofAtLeast(2), await ofAtLeast(3)]).toEqual(['2', null])
})

it('counts once a minute, and again after a count that failed', async () => {
  const { services } = club
  const { db } = services
  let nowMs = 0
  let fails = true
  const counting: Pick<typeof db, 'execute'> = {
    execute: (query) => {
      if (!fails) return db.execute(query)
      throw new Error('the database is away')
    },
  }
  const away = { ...services, db: Object.assign(Object.create(db), counting) }
  const count = landingFigures(away, () => nowMs)
  const figures = () => count(shownFrom(1))
  await expect(figures()).rejects.toThrow('away')
  fails = false
  const before = (await figures()).posts
  await publish('Counted later')
  nowMs = 59_999
  expect((await figures()).posts).toBe(before)
  nowMs = 60_000
  expect((await figures()).posts).toBe(String(Number(before) + 1))
})

it('returns configured texts and counts with the site [LAND-6, SIGN-1]', async () => {
  const { figures } = (await club.visitor().call(api.site.show)).body
  expect(figures).toEqual(await landingFigures(club.services)(club.services.site))
  expect(figures).toEqual(site.figures)
})
