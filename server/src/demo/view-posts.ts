import { sql } from 'drizzle-orm'
import { addBookmark } from '#features/posts/bookmarks/bookmark-post.ts'
import { countViews } from '#features/posts/count-views.ts'
import { savePositions } from '#features/reach/playback-positions.ts'
import { recordWatching } from '#features/reach/record-watching.ts'
import type { Services } from '#services.ts'
import { demoEmail } from './accounts.ts'
import { after, before, days, hours, type MemberTimeline, publishedAt, wasMemberAt } from './timeline.ts'
import type { DemoPost } from './script/demo-post.ts'
import { script } from './script/all-posts.ts'
import { halfWatched } from './script/second-half.ts'
import { type Random, seededRandom } from './seeded-random.ts'

type Scene = {
  seenFrom: Date
  seed: number
  signal: AbortSignal
  timelines: readonly MemberTimeline[]
  personIds: ReadonlyMap<string, string>
}

type Post = DemoPost & { id: string; createdAt: Date }
type View = { at: Date; post: Post; seconds: number }

const concurrency = 4
/** Posts that the demo's member has bookmarked. */
const maxBookmarked = 3

/** Members view and play posts as in a browser. Existing views are not counted again. */
export async function viewPosts(
  services: Services,
  postIds: ReadonlyMap<string, string>,
  scene: Scene,
): Promise<void> {
  const shown = script.map((post) => {
    const id = postIds.get(post.title)
    if (!id) throw new Error(`"${post.title}" has not been published`)
    return Object.assign({ id, createdAt: publishedAt(scene.seenFrom, post, scene.seed) }, post)
  })
  const acts = await actsUnder(services)
  const waiting = scene.timelines.flatMap((timeline) => {
    const personId = scene.personIds.get(timeline.email)
    if (!personId) return []
    const views = viewsOf(timeline, { shown, acts: acts.get(personId) ?? [], ...scene })
    return [{ personId, views }]
  })
  const work = async () => {
    for (let next = waiting.shift(); next && !scene.signal.aborted; next = waiting.shift())
      await reportViews(services, next)
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  scene.signal.throwIfAborted()
  const memberId = scene.personIds.get(demoEmail('member'))
  const postId = postIds.get(halfWatched.title)
  const stoppedAt = before(scene.seenFrom, hours(20))
  if (memberId && postId)
    await savePositions(
      { db: services.db, clock: { now: () => stoppedAt } },
      { id: memberId, hasAccess: true },
      [{ postId, seconds: halfWatched.seconds }],
    )
  if (memberId)
    for (const { id } of shown.slice(-maxBookmarked))
      await addBookmark(services, { postId: id, personId: memberId })
}

/** Reports one person's views of the year, one request per day, like a browser. */
async function reportViews(
  { db }: Services,
  { personId, views }: { personId: string; views: View[] },
): Promise<void> {
  const viewer = { id: personId, role: 'subscriber', hasAccess: true } as const
  for (const [first, ...others] of Map.groupBy(views, ({ at }) => at.toISOString().slice(0, 10)).values()) {
    if (!first) continue
    const postIds = [first, ...others].map(({ post }) => post.id)
    await countViews({ db, clock: { now: () => first.at } }, { viewer, postIds })
    for (const { at, post, seconds } of [first, ...others].filter((played) => played.seconds > 0)) {
      const report = { viewer, postId: post.id }
      await recordWatching({ db, clock: { now: () => at } }, { ...report, seconds: 0 })
      const stopped = after(at, seconds * 1000)
      await recordWatching({ db, clock: { now: () => stopped } }, { ...report, seconds })
    }
  }
}

/** When a person viewed which post, in order of time, and how long they played it. */
function viewsOf(
  timeline: MemberTimeline,
  { shown, acts, seenFrom, seed }: Scene & { shown: Post[]; acts: Act[] },
) {
  const random = seededRandom(seed, `${timeline.email} looks`)
  /** The evenings on which a new member reads older posts. */
  const evenings = [hours(0.2), days(1.1), days(4.3)].map((ms) => after(timeline.joinedAt, ms))
  const keenness = random.between(0.6, 0.97)
  return shown
    .flatMap((post) => {
      const acted = acts.filter(({ postId }) => postId === post.id).map(({ at }) => at)
      const first = firstView(post, { timeline, evenings, keenness, random })
      const again = first && random.chance(0.22) ? after(first, days(random.between(1, 20))) : null
      const moments = [first, again, ...acted].filter((at) => at !== null)
      return moments.map((at) => ({ at, post, seconds: playedSeconds(post, random) }))
    })
    .filter(({ at }) => at < seenFrom && wasMemberAt(timeline, at))
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
}

type Reader = { timeline: MemberTimeline; evenings: Date[]; keenness: number; random: Random }

function firstView({ createdAt, appeal, ageHours }: Post, reader: Reader): Date | null {
  const { timeline, evenings, keenness, random } = reader
  const wait = Math.min(hours(ageHours), days(5)) * random.next() ** 2
  const evening = after(random.pick(evenings), hours(random.between(0, 1.5)))
  const wants = random.next()
  if (createdAt >= timeline.joinedAt) return wants < keenness ? after(createdAt, wait) : null
  return wants < keenness * appeal ? evening : null
}

/** Most play it to the end, some for a while, some not at all. */
function playedSeconds({ show }: Post, random: Random): number {
  const mood = random.next()
  const part = random.between(0.2, 0.9)
  if (!show || !('seconds' in show) || mood < 0.15) return 0
  return Math.floor(mood < 0.7 ? show.seconds : show.seconds * part)
}

type Act = { postId: string; at: Date }

async function actsUnder({ db }: Services): Promise<Map<string, Act[]>> {
  const { rows } = await db.execute<{ personId: string; postId: string; at: string }>(sql`
    select person_id as "personId", post_id as "postId", created_at as at from likes
    union all select person_id, post_id, created_at from comments`)
  const acts = rows.map(({ personId, postId, at }) => ({ personId, postId, at: new Date(at) }))
  return Map.groupBy(acts, ({ personId }) => personId)
}
