import { and, eq, ne } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import { knownId } from '#features/posts/known-id.ts'
import { mayChangePost } from '#features/posts/may-change.ts'
import { posts } from '#features/posts/schema.ts'
import { accessDenied, notFound, Refusal } from '#errors.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'

/** Whose captions are changed: a post, and the video or recording it shows. */
export type CaptionedPost = { id: string; mediaId: string; creatorId: string; isReady: boolean }

/** Finds it for somebody who wants to change its captions. 404 unknown, 403 someone else's, 409 when nothing in it speaks. */
export async function captionedPost(
  { db }: Pick<Services, 'db'>,
  { viewer, postId }: { viewer: Viewer; postId: string },
): Promise<CaptionedPost> {
  const id = knownId(postId, 'Post')
  const [post] = await db
    .select()
    .from(posts)
    .where(and(eq(posts.id, id), ne(posts.status, 'removed')))
  if (!post) throw notFound('Post')
  if (!mayChangePost(viewer, post)) throw accessDenied()
  const { mediaId, mediaType, creatorId, status } = post
  if (mediaId === null || (mediaType !== 'video' && mediaType !== 'audio'))
    throw new Refusal(409, 'conflict', 'Only a video or a recording can have captions.')
  return { id, mediaId, creatorId, isReady: status === 'ready' }
}

/** Lets those who see the post read it again. */
export const tellReaders = (
  { live }: Pick<Services, 'live'>,
  tx: Transaction,
  { id, creatorId, isReady }: CaptionedPost,
) => live.say(tx, isReady ? 'members' : { person: creatorId }, { type: 'post_updated', postId: id })

/** The language as it is always written: `pt-br` is `pt-BR`. */
export const writtenLanguage = (language: string) => Intl.getCanonicalLocales(language)[0] ?? language
