import { eq } from 'drizzle-orm'
import { addComment } from '#features/comments/add-comment.ts'
import { setCommentLike } from '#features/comments/like-comment.ts'
import { comments } from '#features/comments/schema.ts'
import { likePost } from '#features/posts/like-post.ts'
import type { Services } from '#services.ts'
import { demoEmail } from './accounts.ts'
import { after, before, days, hours, type MemberTimeline, publishedAt, wasMemberAt } from './timeline.ts'
import { type DemoPost, type DemoReader, demoReaders } from './script/demo-post.ts'
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
    const said = await addComments(services, postId, scene, commentsFor(post, scene, random))
    await heartComments(services, scene, said)
    await Promise.all(heartsOf(post, scene, random).map((heart) => likePost(services, { postId, ...heart })))
  }
}

/** The longest time a member waits for the creator's reply. */
const waitsDays = 6

/** The author of the comment that a remark replies to. */
const mentioned = '@author'

type PlannedComment = { personId: string; content: string; createdAt: Date; isReply: boolean }
type AddedComment = PlannedComment & { id: string }

/** Adds the missing comments and returns all. The creator hearts all older ones of members. */
async function addComments(
  services: Services,
  postId: string,
  { creatorId, seenFrom }: Scene,
  all: PlannedComment[],
): Promise<AddedComment[]> {
  const there = await services.db
    .select({ id: comments.id, content: comments.content })
    .from(comments)
    .where(eq(comments.postId, postId))
  const known = new Map(there.map(({ id, content }) => [content, id]))
  const added: AddedComment[] = []
  for (const planned of all) {
    const { personId, content, createdAt, isReply } = planned
    const isOld = createdAt < before(seenFrom, days(waitsDays))
    const previous = added.at(-1)
    const id: string =
      known.get(content.replace(mentioned, '@{1}')) ??
      (
        await addComment(services, {
          postId,
          personId,
          content,
          createdAt,
          replyToId: isReply ? (previous?.id ?? null) : null,
          mentions: previous ? [{ id: previous.personId, name: mentioned.slice(1) }] : [],
          ...(isOld && personId !== creatorId ? { answeredAt: createdAt } : {}),
        })
      ).id
    added.push({ ...planned, id })
  }
  return added
}

/** The bell lists as much. */
const heartedDays = 30

/** Members heart recent comments, those of the creator and of the demo's accounts more often than others. */
async function heartComments(services: Services, scene: Scene, said: AddedComment[]): Promise<void> {
  const { seenFrom, seed, creatorId } = scene
  const known = [creatorId, ...demoReaders.map((key) => readerOf(scene, key))]
  for (const { id, personId, content, createdAt } of said) {
    if (createdAt < before(seenFrom, days(heartedDays))) continue
    const random = seededRandom(seed, `hearts of ${content}`)
    for (let left = known.includes(personId) ? 3 : Number(random.chance(0.3)); left > 0; left -= 1) {
      const at = after(createdAt, Math.round(hours(random.between(0.1, 12))))
      const readers = membersAt(scene, createdAt).filter((reader) => reader !== personId)
      const heart = { personId: random.pick(readers), commentId: id, isLiked: true, createdAt: at }
      if (at < seenFrom) await setCommentLike(services, heart)
    }
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
    if (typeof remark !== 'string')
      return 'creator' in remark
        ? { personId: creatorId, content: remark.creator, createdAt, isReply: true }
        : {
            personId: readerOf(scene, remark.by),
            content: remark.says,
            createdAt,
            isReply: remark.isReply ?? false,
          }
    const there = membersAt(scene, createdAt)
    const quiet = there.filter((personId) => !authors.has(personId))
    const personId = random.pick(quiet.length > 0 ? quiet : there)
    authors = new Set([...authors, personId])
    return { personId, content: remark, createdAt, isReply: false }
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

function readerOf({ personIds }: Scene, key: DemoReader): string {
  const id = personIds.get(demoEmail(key))
  if (!id) throw new Error(`the demo’s ${key} has not joined`)
  return id
}

const membersAt = ({ timelines, personIds }: Scene, moment: Date) =>
  timelines.flatMap((timeline) => {
    const personId = personIds.get(timeline.email)
    return personId && wasMemberAt(timeline, moment) ? [personId] : []
  })
