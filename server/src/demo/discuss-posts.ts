import { eq } from 'drizzle-orm'
import { addComment } from '#features/comments/add-comment.ts'
import { comments } from '#features/comments/schema.ts'
import { likePost } from '#features/posts/like-post.ts'
import type { Services } from '#services.ts'
import { after, days, hours, type MemberTimeline, publishedAt, wasMemberAt } from './timeline.ts'
import type { DemoPost } from './script/demo-post.ts'
import { script } from './script/all-posts.ts'
import { type Random, seededRandom } from './seeded-random.ts'

type Scene = {
  seenFrom: Date
  seed: number
  signal: AbortSignal
  creatorId: string
  timelines: readonly MemberTimeline[]
  personIds: ReadonlyMap<string, string>
}

/** Adds hearts and comments under every post by people who were members at that time; existing ones stay. */
export async function discussPosts(
  services: Services,
  postIds: ReadonlyMap<string, string>,
  scene: Scene,
): Promise<void> {
  for (const post of script) {
    scene.signal.throwIfAborted()
    const postId = postIds.get(post.title)
    if (!postId) throw new Error(`"${post.title}" has not been published`)
    const random = seededRandom(scene.seed, `under ${post.title}`)
    await addComments(services, postId, scene, commentsFor(post, scene, random))
    await Promise.all(heartsOf(post, scene, random).map((heart) => likePost(services, { postId, ...heart })))
  }
}

/** The longest time a member waits for the creator's reply. */
const waitsDays = 6

/** The author of the comment that a remark replies to. */
const mentioned = '@author'

type PlannedComment = { personId: string; content: string; createdAt: Date }

/** Adds the missing comments. The creator replies to the previous one and hearts all older ones. */
async function addComments(
  services: Services,
  postId: string,
  { creatorId, seenFrom }: Scene,
  all: PlannedComment[],
) {
  const there = await services.db
    .select({ id: comments.id, content: comments.content })
    .from(comments)
    .where(eq(comments.postId, postId))
  const known = new Map(there.map(({ id, content }) => [content, id]))
  let before: { id: string; personId: string } | null = null
  for (const { personId, content, createdAt } of all) {
    const isAnswer = personId === creatorId
    const isOld = createdAt.getTime() < seenFrom.getTime() - days(waitsDays)
    const id: string =
      known.get(content.replace(mentioned, '@{1}')) ??
      (
        await addComment(services, {
          postId,
          personId,
          content,
          createdAt,
          replyToId: isAnswer ? (before?.id ?? null) : null,
          mentions: before ? [{ id: before.personId, name: mentioned.slice(1) }] : [],
          ...(isOld && !isAnswer ? { answeredAt: createdAt } : {}),
        })
      ).id
    before = isAnswer ? null : { id, personId }
  }
}

function commentsFor(post: DemoPost, scene: Scene, random: Random): PlannedComment[] {
  const { remarks, ageHours } = post
  const { seenFrom, seed, creatorId } = scene
  const from = publishedAt(seenFrom, post, seed)
  const span = Math.min(hours(ageHours) * 0.9, days(3))
  const moments = remarks.map(() => random.next()).toSorted((a, b) => a - b)
  let authors = new Set<string>()
  return remarks.map((remark, index) => {
    const createdAt = after(from, Math.round(span * (0.04 + 0.96 * (moments[index] ?? 0))))
    if (typeof remark !== 'string') return { personId: creatorId, content: remark.creator, createdAt }
    const there = membersAt(scene, createdAt)
    const quiet = there.filter((personId) => !authors.has(personId))
    const personId = random.pick(quiet.length > 0 ? quiet : there)
    authors = new Set([...authors, personId])
    return { personId, content: remark, createdAt }
  })
}

function heartsOf(post: DemoPost, scene: Scene, random: Random) {
  const { ageHours, appeal } = post
  const from = publishedAt(scene.seenFrom, post, scene.seed)
  const span = Math.min(hours(ageHours) * 0.8, days(21))
  const freshness = Math.min(1, 0.35 + ageHours / 72)
  const share = 0.08 + 0.52 * appeal * freshness
  return scene.timelines.flatMap((timeline) => {
    const wants = random.chance(share)
    const createdAt = after(from, Math.round(span * random.next() ** 3))
    const personId = scene.personIds.get(timeline.email)
    return wants && personId && wasMemberAt(timeline, createdAt) ? [{ personId, createdAt }] : []
  })
}

const membersAt = ({ timelines, personIds }: Scene, moment: Date) =>
  timelines.flatMap((timeline) => {
    const personId = personIds.get(timeline.email)
    return personId && wasMemberAt(timeline, moment) ? [personId] : []
  })
