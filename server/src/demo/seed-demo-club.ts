import { deleteEvents } from '#events/record-event.ts'
import { saveAnswers } from '#features/audience/answers.ts'
import { addMark } from '#features/checklists/marks.ts'
import { rollUp } from '#features/insights/roll-up.ts'
import { listHistory } from '#features/notifications/list-history.ts'
import { people } from '#features/people/schema.ts'
import { setAvatar } from '#features/profiles/avatar.ts'
import { countReach } from '#features/reach/count-reach.ts'
import { prepareDemoCodes } from '#features/subscriptions/checkout/demo-codes.ts'
import { setUpProvider } from '#payments/set-up.ts'
import type { Services } from '#services.ts'
import type { MovingClock } from '#time/clock.ts'
import { demoEmail } from './accounts.ts'
import { withDemoFile } from './demo-file.ts'
import { discussPosts } from './discuss-posts.ts'
import { type DemoEvent, demoEvents } from './events.ts'
import { dismissReports, leaveWork } from './leave-work.ts'
import { memberTimelines } from './member-timelines.ts'
import { openFreeAccounts, personWithEmail } from './open-accounts.ts'
import type { DemoServices } from './pay-at-sandbox.ts'
import { payTheCreator } from './pay-the-creator.ts'
import { gatherPosts } from './gather-posts.ts'
import { publishPosts } from './publish-posts.ts'
import { reconcileBooks } from './reconcile-books.ts'
import { script } from './script/all-posts.ts'
import { answers } from './script/answers.ts'
import { avatars } from './script/avatars.ts'
import { recordSeedProgress, pendingSeed, recordSeedDone } from './seed-progress.ts'
import { after, days, type MemberTimeline } from './timeline.ts'
import { viewPosts } from './view-posts.ts'

/** Sets the pictures of the creator and of a third of the members; existing ones stay. */
async function showFaces(
  services: Services,
  { timelines, signal }: { timelines: readonly MemberTimeline[]; signal: AbortSignal },
): Promise<void> {
  const faces = timelines.flatMap(({ email, member }) => {
    const name = avatars.get(member.lastName)
    return name ? [{ email, name }] : []
  })
  for (const { email, name } of [{ email: demoEmail('creator'), name: 'portrait.webp' }, ...faces]) {
    signal.throwIfAborted()
    const person = await personWithEmail(services.db, email)
    if (person && !person.avatarId)
      await withDemoFile(services, name, (file) => setAvatar(services, { personId: person.id, file }))
  }
}

type Scene = { seenFrom: Date; timelines: readonly MemberTimeline[]; personIds: ReadonlyMap<string, string> }

/** Fills in the members' answers for the audience statistics, in their first days. */
async function fillInProfiles({ db }: Services, { seenFrom, timelines, personIds }: Scene): Promise<void> {
  for (const { member, email, joinedAt } of timelines) {
    const profile = answers.get(member.lastName)
    const personId = personIds.get(email)
    if (!profile || !personId) continue
    const answeredAt = new Date(Math.min(after(joinedAt, days(1)).getTime(), seenFrom.getTime()))
    await saveAnswers({ db, clock: { now: () => answeredAt } }, personId, profile)
  }
}

/** The founding year. Another seed gives another history with the same people and posts. */
const defaultSeed = 1863

const reportEveryMs = 2000

type Seeding = {
  say: (sentence: string) => void
  signal: AbortSignal
  seed?: number
}
type Progress = { reached: Date; posts: number }

/**
 * Lives a year through the verbs that visitors use, at the payment sandbox, while the clock moves. Leaves a club with
 * other people alone and resumes an interrupted seed. An aborted `signal` ends it after the current step.
 */
export async function seedDemoClub(
  services: Services & { clock: MovingClock },
  { say, signal, seed = defaultSeed }: Seeding,
): Promise<void> {
  const { db, clock, payments } = services
  if (!payments.sandbox) {
    say('The demo club is written with rehearsal payments only: with real keys there are no demo accounts.')
    return
  }
  const toWrite = await pendingSeed(db, seed, clock.now())
  if (!toWrite) return
  const { seenFrom, reachedAt } = toWrite
  const aheadMs = clock.aheadMs()
  const returnToPresent = () => {
    clock.backToNow()
    clock.advance(aheadMs)
  }
  const club = withoutNotifications(services, payments.sandbox)
  const progress = { reached: reachedAt ?? seenFrom, posts: 0 }
  say(
    'Creating the demo club: a year of members, posts and tips. This happens once and takes up to half a minute …',
  )
  const reporting = setInterval(() => say(`  … ${progressText(progress)}`), reportEveryMs)
  try {
    await disableWebhooks(club)
    const creator = await openFreeAccounts(db, seenFrom)
    const timelines = memberTimelines(seenFrom, seed)
    const all = demoEvents(timelines, creator.id, seenFrom, seed)
    // Resume at the last event: of two events at the same time only one may have happened.
    const remaining = all.filter(({ at }) => !reachedAt || at >= reachedAt)
    const scene = { seenFrom, seed, signal, creatorId: creator.id, timelines }
    const publishing = publishPosts(services, scene, () => (progress.posts += 1))
    const playing = playEvents(club, remaining, signal, async (at) => {
      progress.reached = at
      await recordSeedProgress(db, seed, at)
    })
    await Promise.allSettled([publishing, playing])
    await playing
    const postIds = await publishing
    await gatherPosts(services, { creatorId: scene.creatorId, ids: postIds })
    returnToPresent()
    await club.payments.sandbox.control.runDue()
    const everyone = await db.select({ id: people.id, email: people.email }).from(people)
    const personIds = new Map(everyone.map(({ id, email }) => [email, id]))
    await discussPosts(services, postIds, { ...scene, personIds })
    await viewPosts(services, postIds, { ...scene, personIds })
    await fillInProfiles(services, { ...scene, personIds })
    await showFaces(services, scene)
    await leaveWork(club, scene)
    await addMark(services, null, 'dismissed')
    await addMark(services, creator.id, 'shared')
    signal.throwIfAborted()
    await reconcileBooks(club, scene)
    await payTheCreator(club, scene, clock.now())
    returnToPresent()
    await dismissReports(club, scene)
    await listHistory(services)
    await deleteEvents(db)
    signal.throwIfAborted()
    await rollUp(db, clock.now())
    await countReach(db, clock.now())
    await recordSeedDone(db, seed, clock.now())
  } catch (error) {
    if (signal.aborted) say('The demo club is not complete: the next start continues here.')
    throw error
  } finally {
    clearInterval(reporting)
    returnToPresent()
    await setUpProvider(services, prepareDemoCodes)
  }
}

type Sandbox = NonNullable<Services['payments']['sandbox']>

const followUps = new Set(['book-payment', 'finish-link', 'welcome', 'void-unpaid', 'end-billing'])

/** The services without emails and jobs: seeding sends no notifications, and the ledger is reconciled at the end. */
const withoutNotifications = (
  services: Services & { clock: MovingClock },
  sandbox: Sandbox,
): DemoServices => ({
  ...services,
  payments: { ...services.payments, sandbox },
  jobs: {
    ...services.jobs,
    async enqueue(_tx, queue) {
      if (!followUps.has(queue)) throw new Error(`seeding the demo club should not enqueue ${queue}`)
    },
  },
  mail: {
    enqueue: async () => {},
    sendNow: async () => {},
    showBrand() {},
    preview: async () => '',
    eraseFiles: async () => ({ deleted: 0, redacted: 0 }),
    close: () => {},
  },
})

/** Turns webhooks off: handling a year of events would take long and change nothing. */
async function disableWebhooks({ payments: { stripe } }: DemoServices): Promise<void> {
  for (const endpoint of (await stripe.webhookEndpoints.list({ limit: 100 })).data)
    await stripe.webhookEndpoints.update(endpoint.id, { disabled: true })
}

async function playEvents(
  club: DemoServices,
  remaining: readonly DemoEvent[],
  signal: AbortSignal,
  reached: (at: Date) => Promise<void>,
): Promise<void> {
  for (const { at, run } of remaining) {
    signal.throwIfAborted()
    club.clock.set(at)
    await club.payments.sandbox.control.runDue()
    await run(club)
    await reached(at)
  }
}

const progressText = ({ reached, posts }: Progress) =>
  `members and tips up to ${reached.toISOString().slice(0, 10)}, ${posts} of ${script.length} posts`
