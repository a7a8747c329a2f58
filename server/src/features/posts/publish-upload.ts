import { publishedFrom, removeUpload, claimUpload } from './uploads/claim-upload.ts'
import { Refusal } from '#errors.ts'
import type { Services } from '#services.ts'
import { twoFiles } from './content-rules.ts'
import { type NewPost, publishPost } from './publish-post.ts'

type Deps = Parameters<typeof publishPost>[0] & Pick<Services, 'config'>

/**
 * Publishes a post with a file that was sent before. Asked again for the same upload, also at the same time, it answers
 * the post there is: the first answer may have been lost. 404 for an upload that is not the author's, 409 for one that
 * has not arrived whole, and what `publishPost` refuses.
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
    const meanwhile = await publishedFrom(services.db, { uploadId, personId })
    if (meanwhile) return meanwhile
    // What can never be a post is not kept for another try.
    if (error instanceof Refusal && error.status === 415) await removeUpload(services, { uploadId, personId })
    throw error
  }
}
