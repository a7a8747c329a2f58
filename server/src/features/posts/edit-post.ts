import { maxClipMs, type Sharing } from '@touchline/contract/teasers.ts'
import { and, eq, ne } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import { invalid, notFound } from '#errors.ts'
import { media } from '#features/media/schema.ts'
import { people } from '#features/people/schema.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { changePost, lockPost } from './change-post.ts'
import { editedElsewhere } from './content-rules.ts'
import { formatText, plainText } from './format-text.ts'
import { postToChange } from './post-to-change.ts'
import { audienceOf } from './reader.ts'
import { isFirstPart, postParts, type PostRow, posts } from './schema.ts'

type Edit = {
  viewer: Viewer
  postId: string
  title?: string | null
  /** A plain text, instead of `markdown`. */
  content?: string
  markdown?: string
  mediaAlt?: string | null
  /** ISO 8601. */
  opensAt?: string | null
  sharing?: Sharing | null
  isClip?: boolean
  isMadeWithAi?: boolean
  commentsOff?: boolean
  tags?: string[]
  /** The version that was edited; any when it is not given. */
  version?: number
}

const textOf = ({ content, markdown }: Edit) =>
  markdown === undefined ? (content === undefined ? undefined : plainText(content)) : formatText(markdown)

const refuse = (reason: string) => invalid(reason, { isClip: reason })

/** Throws 400 unless the post may be a clip for strangers. */
async function checkClip(tx: Transaction, { id, mediaType, opensAt }: PostRow): Promise<void> {
  const [video] = await tx
    .select({ durationMs: media.durationMs })
    .from(posts)
    .innerJoin(postParts, isFirstPart)
    .innerJoin(media, eq(media.id, postParts.mediaId))
    .where(eq(posts.id, id))
  if (!video || mediaType !== 'video') throw refuse('Only a video can be the clip for visitors.')
  if (video.durationMs === null)
    throw refuse('This video is still being processed. Please try again when it is ready.')
  if (video.durationMs > maxClipMs)
    throw refuse(`The clip for visitors can be at most ${maxClipMs / 1000} seconds long.`)
  if (opensAt === null)
    throw refuse('The clip for visitors must be open to everybody signed in, too. Choose from when.')
}

/**
 * Checks a change that makes or closes a clip, unmarks the creator's other clip, and returns its id. The lock lets
 * edits of one creator take turns.
 */
async function settleClip(
  tx: Transaction,
  { id, creatorId }: PostRow,
  changes: Partial<Pick<PostRow, 'isClip' | 'opensAt'>>,
): Promise<string[]> {
  await tx.select({ id: people.id }).from(people).where(eq(people.id, creatorId)).for('no key update')
  const [now] = await tx.select().from(posts).where(eq(posts.id, id))
  if (!now) throw notFound('Post')
  const changed = { ...now, ...changes }
  if (!changed.isClip) return []
  await checkClip(tx, changed)
  const unmarked = await tx
    .update(posts)
    .set({ isClip: false })
    .where(and(eq(posts.creatorId, creatorId), posts.isClip, ne(posts.id, id)))
    .returning({ id: posts.id })
  return unmarked.map((other) => other.id)
}

/**
 * An empty title removes it. Throws 404 for an unknown post, 403 for another's, 400 for a text post without text and
 * for a clip that is no short open video, 409 when `version` is not the newest one.
 */
export async function editPost(
  services: Pick<Services, 'db' | 'clock' | 'live' | 'jobs'>,
  edit: Edit,
): Promise<void> {
  const { db, clock, live } = services
  const post = await postToChange(db, edit)
  const { id } = post
  const text = textOf(edit)
  const changes = {
    ...(edit.title === undefined ? {} : { title: edit.title || null }),
    ...text,
    ...(edit.opensAt === undefined ? {} : { opensAt: edit.opensAt === null ? null : new Date(edit.opensAt) }),
    ...(edit.sharing === undefined ? {} : { sharing: edit.sharing }),
    ...(edit.isClip === undefined ? {} : { isClip: edit.isClip }),
    ...(edit.isMadeWithAi === undefined ? {} : { isMadeWithAi: edit.isMadeWithAi }),
    ...(edit.commentsOff === undefined ? {} : { commentsOff: edit.commentsOff }),
    ...(edit.tags === undefined ? {} : { tags: edit.tags }),
  }
  const hasChanges = Object.keys(changes).length > 0
  if (!hasChanges && edit.mediaAlt === undefined) return
  await db.transaction(async (tx) => {
    const concernsClip = changes.isClip !== undefined || changes.opensAt === null
    for (const other of concernsClip ? await settleClip(tx, post, changes) : [])
      await live.publish(tx, audienceOf(post), { type: 'post_updated', postId: other })
    const locked = await lockPost(tx, id)
    if (!locked || locked.status === 'removed' || locked.status === 'unpublished') throw notFound('Post')
    if (edit.version !== undefined && edit.version !== locked.version) throw editedElsewhere()
    await changePost(services, tx, {
      post: locked,
      personId: edit.viewer.id,
      fields: changes,
      alt: edit.mediaAlt === undefined ? undefined : edit.mediaAlt || null,
      at: clock.now(),
    })
  })
}
