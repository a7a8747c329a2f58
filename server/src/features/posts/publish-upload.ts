import { publishedFrom, removeUpload, claimUpload } from './uploads/claim-upload.ts'
import { Refusal } from '#errors.ts'
import type { UploadedFile } from '#media/uploaded-file.ts'
import type { Services } from '#services.ts'
import { twoFiles } from './content-rules.ts'
import { type NewPost, publishPost } from './publish-post.ts'

type Deps = Parameters<typeof publishPost>[0] & Pick<Services, 'config'>

/**
 * Publishes one upload, or several as a gallery. A repeated request returns the existing post. Throws 404 for someone
 * else's upload, 409 for an incomplete one, and what `publishPost` throws.
 */
export async function publishUploads(
  services: Deps,
  post: NewPost & { uploadIds: string[] },
): Promise<string> {
  const { uploadIds, creatorId: personId } = post
  if (post.file) throw twoFiles()
  const uploads = uploadIds.map((uploadId) => ({ uploadId, personId }))
  const published = async () => {
    for (const upload of uploads) {
      const already = await publishedFrom(services.db, upload)
      if (already) return already
    }
    return null
  }
  const already = await published()
  if (already) return already
  const files: UploadedFile[] = []
  try {
    for (const upload of uploads) files.push(await claimUpload(services, upload))
    const [file = null, ...more] = files
    const id = await publishPost(services, { ...post, file, more })
    for (const upload of uploads) await removeUpload(services, upload)
    return id
  } catch (error) {
    const concurrent = await published()
    if (concurrent) return concurrent
    // An upload of an unsupported type can never be published, so it is removed. Among others it can be left out.
    const [only] = uploads
    if (error instanceof Refusal && error.status === 415 && uploads.length === 1 && only)
      await removeUpload(services, only)
    throw error
  } finally {
    for (const { path } of files) await services.media.discard(path)
  }
}
