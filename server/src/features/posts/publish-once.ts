import { eq } from 'drizzle-orm'
import { isUniqueViolation } from '#db/database.ts'
import { media } from '#features/media/schema.ts'
import { conflict, notFound } from '#errors.ts'
import { knownId } from './known-id.ts'
import { type NewPost, publishPost } from './publish-post.ts'
import { posts } from './schema.ts'

type Deps = Parameters<typeof publishPost>[0]

/** The post of this id and the bytes it was published with, whatever became of it. */
async function publishedAs({ db }: Pick<Deps, 'db'>, id: string) {
  const [found] = await db
    .select({ post: posts, sha256: media.sha256 })
    .from(posts)
    .leftJoin(media, eq(media.id, posts.mediaId))
    .where(eq(posts.id, id))
  return found
}

type Published = NonNullable<Awaited<ReturnType<typeof publishedAs>>>

const isSame = ({ post, sha256 }: Published, asked: NewPost) =>
  post.mediaType === asked.contentType &&
  post.title === (asked.title || null) &&
  post.content === (asked.content ?? '') &&
  post.mediaAlt === ((asked.contentType !== 'text' && asked.mediaAlt) || null) &&
  sha256 === (asked.file?.sha256 ?? null)

function firstOne(published: Published, asked: NewPost): string {
  // Nobody is told whose post it is, nor that it is there.
  if (published.post.creatorId !== asked.creatorId) throw notFound('Post')
  if (!isSame(published, asked))
    throw conflict(
      'This was published already, as it was before you changed it. Please edit that post instead.',
    )
  return published.post.id
}

/**
 * Publishes a post under the id its author's browser made. Asked again for the same post, also at the same time, it
 * answers the one there is: the first answer may have been lost. 409 when that was published otherwise, 404 for an id
 * that cannot be theirs, and what `publishPost` refuses.
 */
export async function publishOnce(services: Deps, asked: NewPost & { id: string }): Promise<string> {
  const post = { ...asked, id: knownId(asked.id, 'Post').toLowerCase() }
  const already = await publishedAs(services, post.id)
  if (already) return firstOne(already, post)
  try {
    return await publishPost(services, post)
  } catch (error) {
    const meanwhile = isUniqueViolation(error, 'posts_pkey') && (await publishedAs(services, post.id))
    if (meanwhile) return firstOne(meanwhile, post)
    throw error
  }
}
