import { eq } from 'drizzle-orm'
import { isUniqueViolation } from '#db/database.ts'
import { media } from '#features/media/schema.ts'
import { conflict, notFound } from '#errors.ts'
import { knownId } from './known-id.ts'
import { type NewPost, publishPost } from './publish-post.ts'
import { isFirstPart, postParts, posts } from './schema.ts'

type Deps = Parameters<typeof publishPost>[0]

async function findPublished({ db }: Pick<Deps, 'db'>, id: string) {
  const [found] = await db
    .select({ post: posts, alt: postParts.alt, sha256: media.sha256 })
    .from(posts)
    .leftJoin(postParts, isFirstPart)
    .leftJoin(media, eq(media.id, postParts.mediaId))
    .where(eq(posts.id, id))
  return found
}

type Published = NonNullable<Awaited<ReturnType<typeof findPublished>>>

const isSame = ({ post, alt, sha256 }: Published, input: NewPost) =>
  post.mediaType === input.contentType &&
  post.title === (input.title || null) &&
  post.content === (input.content ?? '') &&
  alt === ((input.contentType !== 'text' && input.mediaAlt) || null) &&
  sha256 === (input.file?.sha256 ?? null)

function existingPost(published: Published, input: NewPost): string {
  // Someone else's post must not be revealed, not even that it exists.
  if (published.post.creatorId !== input.creatorId) throw notFound('Post')
  if (!isSame(published, input))
    throw conflict(
      'This was published already, as it was before you changed it. Please edit that post instead.',
    )
  return published.post.id
}

/**
 * A repeated request returns the existing post, because the first response may have been lost.
 * Throws 409 when that post differs, 404 for an id that belongs to someone else, and what `publishPost` throws.
 */
export async function publishOnce(services: Deps, input: NewPost & { id: string }): Promise<string> {
  const post = { ...input, id: knownId(input.id, 'Post').toLowerCase() }
  const already = await findPublished(services, post.id)
  if (already) return existingPost(already, post)
  try {
    return await publishPost(services, post)
  } catch (error) {
    const concurrent = isUniqueViolation(error, 'posts_pkey') && (await findPublished(services, post.id))
    if (concurrent) return existingPost(concurrent, post)
    throw error
  }
}
