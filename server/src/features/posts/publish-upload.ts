import { publishedFrom, removeUpload, claimUpload } from './uploads/claim-upload.ts'
import { Refusal } from '#errors.ts'
import type { Services } from '#services.ts'
import { twoFiles } from './content-rules.ts'
import { type NewPost, publishPost } from './publish-post.ts'

type Deps = Parameters<typeof publishPost>[0] & Pick<Services, 'config'>

/**
 * A repeated request returns the existing post. Throws 404 for someone else's upload, 409 for an incomplete one,
 * and what `publishPost` throws.
 */
export async function publishUpload(services: Deps, post: NewPost & { uploadId: string }): Promise<string> {
  const { uploadId, creatorId: personId } = post
  if (post.file) throw twoFiles()
  const already = await publishedFrom(services.db, { uploadId, personId })
  if (already) return already
  try {
    const file = await claimUpload(services, { uploadId, personId })
    const id = await publishPost(services, { ...post, file }).finally(() => services.media.discard(file.path))
    await removeUpload(services, { uploadId, personId })
    return id
  } catch (error) {
    const concurrent = await publishedFrom(services.db, { uploadId, personId })
    if (concurrent) return concurrent
    // An upload of an unsupported type can never be published, so it is removed.
    if (error instanceof Refusal && error.status === 415) await removeUpload(services, { uploadId, personId })
    throw error
  }
}
