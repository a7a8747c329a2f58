import { and, eq, notInArray, sql } from 'drizzle-orm'
import { lockUntilCommit, type Transaction } from '#db/database.ts'
import { collectionsOfPost } from '#features/posts/collections/place-post.ts'
import { lockPost } from '#features/posts/change-post.ts'
import { toMarkdown } from '#features/posts/format-text.ts'
import { knownId } from '#features/posts/known-id.ts'
import { type PostRow, posts } from '#features/posts/schema.ts'
import { accessDenied, conflict, notFound } from '#errors.ts'
import type { Services } from '#services.ts'
import { makeDraft } from './save-draft.ts'
import { drafts } from './schema.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'live'>
type OwnPost = { creatorId: string; postId: string }

/** Throws 404 for an unknown or removed post, 403 for another creator's. */
async function ownPost(tx: Transaction, { creatorId, postId }: OwnPost): Promise<PostRow> {
  const id = knownId(postId, 'Post')
  const [post] = await tx
    .select()
    .from(posts)
    .where(and(eq(posts.id, id), notInArray(posts.status, ['removed'])))
  if (!post) throw notFound('Post')
  if (post.creatorId !== creatorId) {
    if (post.status === 'unpublished') throw notFound('Post')
    throw accessDenied()
  }
  return post
}

const textOf = ({ title, content, markdown, sharing, isMadeWithAi, commentsOff, tags }: PostRow) => ({
  title: title ?? '',
  content: markdown ?? toMarkdown(content),
  mediaAlt: '',
  sharing,
  isMadeWithAi,
  commentsOff,
  tags,
})

const copyParts = (tx: Transaction, from: string, to: string) =>
  tx.execute(sql`
    insert into draft_parts (media_id, draft_id, position, alt, name)
    select media_id, ${to}::uuid, position, alt, name from post_parts where post_id = ${from}::uuid`)

/** Creates the draft of an edit, unless it was begun before. */
async function openEdit({ clock, live }: Deps, tx: Transaction, post: PostRow): Promise<void> {
  const { id, creatorId, version, opensAt } = post
  const now = clock.now()
  const made = await tx
    .insert(drafts)
    .values({
      ...textOf(post),
      id,
      postId: id,
      basedOn: version,
      creatorId,
      opensAt,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: drafts.id })
  if (made.length > 0) await copyParts(tx, id, id)
  await live.publish(tx, { person: creatorId }, { type: 'draft_changed', draftId: id })
}

/** Begins to edit a post as a draft with its id. Throws 404 for an unknown or removed post, 403 for another's. */
export const beginEdit = (services: Deps, own: OwnPost): Promise<void> =>
  services.db.transaction(async (tx) => openEdit(services, tx, await ownPost(tx, own)))

/**
 * Hides a post and makes it a draft again; comments, likes and views stay with it. Does nothing when it is unpublished
 * already. Throws 404 for an unknown or removed post, 403 for another's, 409 for one that was never published.
 */
export async function unpublishPost(services: Deps, own: OwnPost): Promise<void> {
  const { db, live } = services
  await db.transaction(async (tx) => {
    const { id } = await ownPost(tx, own)
    const post = await lockPost(tx, id)
    if (!post || post.status === 'removed') throw notFound('Post')
    if (post.status === 'unpublished') return
    if (post.status !== 'ready') throw conflict('This post is not published yet. You can edit or delete it.')
    await openEdit(services, tx, post)
    await tx
      .update(posts)
      .set({ status: 'unpublished', isClip: false, pinnedAt: null })
      .where(eq(posts.id, id))
    await live.publish(tx, 'members', { type: 'post_deleted', postId: id })
  })
}

/**
 * Copies a post into a new draft, which shares its files. Repeating changes nothing. Throws 404 for an unknown or
 * removed post or a taken id, 403 for another's post, 409 with too many drafts.
 */
export async function duplicatePost(
  { db, clock, live }: Deps,
  { draftId, ...own }: OwnPost & { draftId: string },
): Promise<void> {
  const id = draftId.toLowerCase()
  const now = clock.now()
  await db.transaction(async (tx) => {
    await lockUntilCommit(tx, `drafts:${own.creatorId}`)
    const post = await ownPost(tx, own)
    const [existing] = await tx.select({ creatorId: drafts.creatorId }).from(drafts).where(eq(drafts.id, id))
    if (existing?.creatorId === own.creatorId) return
    await makeDraft(
      tx,
      {
        ...textOf(post),
        collectionIds: await collectionsOfPost(tx, post.id),
        id,
        creatorId: own.creatorId,
        opensAt: null,
        createdAt: now,
        updatedAt: now,
      },
      0,
    )
    await copyParts(tx, post.id, id)
    await live.publish(tx, { person: own.creatorId }, { type: 'draft_changed', draftId: id })
  })
}
