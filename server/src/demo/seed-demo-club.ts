import { people } from '#features/accounts/schema.ts'
import { rollUp } from '#features/insights/roll-up.ts'
import { forgetEvents } from '#features/notifications/note-event.ts'
import { countReach } from '#features/reach/count-reach.ts'
import type { MovingClock } from '#moving-clock.ts'
import { setUpProvider } from '#payments/set-up.ts'
import type { Services } from '#services.ts'
import { balanceTheBooks } from './balance-the-books.ts'
import { castSeenFrom } from './cast.ts'
import { discussPosts } from './discuss-posts.ts'
import { type Happening, happenings } from './happenings.ts'
import { lookAtPosts } from './look-at-posts.ts'
import { openFreeAccounts } from './open-accounts.ts'
import type { DemoServices } from './pay-at-sandbox.ts'
import { payTheCreator } from './pay-the-creator.ts'
import { publishPosts } from './publish-posts.ts'
import { script } from './script/whole.ts'
import { storyToWrite, storyWritten } from './seed-note.ts'
import { tellOfThemselves } from './tell-of-themselves.ts'

/** The founding year. Another number tells another story with the same people and posts. */
const usualSeed = 1863

const sayEveryMs = 2000

type Say = (sentence: string) => void
type Progress = { reached: Date; posts: number }

/**
 * Fills an empty club with a year of members, posts, comments, views and tips. The money is real to the program: people join,
 * renew, decline and leave through the verbs visitors use, at the payment sandbox, while the clock moves through
 * the year. A club with people of its own is left alone; a story that was stopped in the middle is finished.
 */
export async function seedDemoClub(
  services: Services & { clock: MovingClock },
  say: Say,
  seed = usualSeed,
): Promise<void> {
  const { db, clock, payments } = services
  if (!payments.sandbox) {
    say('The demo club is written with rehearsal payments only: with real keys there are no demo accounts.')
    return
  }
  const seenFrom = await storyToWrite(db, seed, clock.now())
  if (!seenFrom) return
  const aheadMs = clock.aheadMs()
  const returnToPresent = () => {
    clock.backToNow()
    clock.advance(aheadMs)
  }
  const club = inPrivate(services, payments.sandbox)
  const progress = { reached: seenFrom, posts: 0 }
  say('Writing the demo club: a year of members, posts and tips. This happens once and takes half a minute …')
  const telling = setInterval(() => say(`  … ${told(progress)}`), sayEveryMs)
  try {
    await hearNothing(club)
    const creator = await openFreeAccounts(db, seenFrom)
    const cast = castSeenFrom(seenFrom, seed)
    const story = happenings(cast, creator.id, seenFrom, seed)
    const publishing = publishPosts(services, creator.id, seenFrom, seed, () => (progress.posts += 1))
    const living = liveThrough(club, story, (at) => (progress.reached = at))
    await Promise.allSettled([publishing, living])
    await living
    const postIds = await publishing
    returnToPresent()
    await club.payments.sandbox.control.runDue()
    const everyone = await db.select({ id: people.id, email: people.email }).from(people)
    const personIds = new Map(everyone.map(({ id, email }) => [email, id]))
    const scene = { seenFrom, seed, creatorId: creator.id, cast, personIds }
    await discussPosts(services, postIds, scene)
    await lookAtPosts(services, postIds, scene)
    await tellOfThemselves(services, scene)
    await forgetEvents(db)
    await balanceTheBooks(club, cast)
    await payTheCreator(club, creator.id, clock.now())
    returnToPresent()
    await rollUp(db, clock.now())
    await countReach(db, clock.now())
    await storyWritten(db, seed, clock.now())
  } finally {
    clearInterval(telling)
    returnToPresent()
    await setUpProvider(services)
  }
}

type Sandbox = NonNullable<Services['payments']['sandbox']>

const followUps = new Set(['book-payment', 'finish-link', 'void-unpaid', 'end-billing'])

/** The club without its letters and jobs: nobody is written to about last year, and the books are closed at the end. */
const inPrivate = (services: Services & { clock: MovingClock }, sandbox: Sandbox): DemoServices => ({
  ...services,
  payments: { ...services.payments, sandbox },
  jobs: {
    ...services.jobs,
    async enqueue(_tx, queue) {
      if (!followUps.has(queue)) throw new Error(`the story of the demo club should not lead to ${queue}`)
    },
  },
  mail: { send: async () => {}, deliver: async () => {} },
})

/** Turns the provider's events off: a year of them would be worked on long after all is known. */
async function hearNothing({ payments: { stripe } }: DemoServices): Promise<void> {
  for (const endpoint of (await stripe.webhookEndpoints.list({ limit: 100 })).data)
    await stripe.webhookEndpoints.update(endpoint.id, { disabled: true })
}

async function liveThrough(
  club: DemoServices,
  story: readonly Happening[],
  reached: (at: Date) => void,
): Promise<void> {
  for (const { at, happen } of story) {
    reached(at)
    club.clock.set(at)
    await club.payments.sandbox.control.runDue()
    await happen(club)
  }
}

const told = ({ reached, posts }: Progress) =>
  `members and tips up to ${reached.toISOString().slice(0, 10)}, ${posts} of ${script.length} posts drawn`
