import * as api from '@touchline/contract/posts.ts'
import type { Post } from '@touchline/contract/posts.ts'
import { cancel, resumableFromBytes } from '@touchline/contract/uploads.ts'
import { ApiError, isUnauthorized } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { deleteUpload, saveUpload, type SavedUpload, withUploadLock } from '#drafting/saved-uploads.ts'

export type Publishing = {
  fields: [name: string, value: string][]
  /** An id from this browser, which makes publishing idempotent. */
  postId: string
  file: File | null
  personId: string
  unfinished?: SavedUpload | undefined
  signal: AbortSignal
  onProgress: (bytes: number, all: number) => void
  /** Called with the reason while the upload is paused, and null when it continues. */
  onWaiting: (sentence: string | null) => void
}

const uploadAddresses = new WeakMap<File, string>()

function toForm(fields: Publishing['fields']) {
  const form = new FormData()
  for (const [name, value] of fields) form.set(name, value)
  return form
}

/** Publishes a post. Large files use a resumable upload that this browser stores. */
export async function publishFile(publishing: Publishing): Promise<Post> {
  const { fields, postId, file, signal, onProgress } = publishing
  if (file && file.size > resumableFromBytes) return publishLarge(publishing, file)
  // Resumable uploads are identified by their upload id instead.
  const form = toForm([...fields, ['postId', postId]])
  // The file goes last, so that the server has the fields before it.
  if (file) form.set('media', file)
  return call(api.publish, {
    form,
    signal,
    onProgress: (share) => onProgress(share * (file?.size ?? 1), file?.size ?? 1),
  })
}

async function publishLarge(publishing: Publishing, file: File): Promise<Post> {
  const { fields, personId, unfinished } = publishing
  const upload = unfinished ?? {
    id: `${personId}:${Date.now()}`,
    personId,
    file,
    fields,
    address: uploadAddresses.get(file) ?? null,
    keptAt: Date.now(),
  }
  const post = await withUploadLock(upload.id, async () => {
    await saveUpload(upload)
    try {
      const published = await sendAndPublish(publishing, upload)
      await deleteUpload(upload.id)
      return published
    } catch (error) {
      // Keep the upload for a retry after signing in.
      if (!isUnauthorized(error)) await deleteUpload(upload.id)
      throw error
    }
  })
  if (!post) throw new DOMException('Another tab is sending this file.', 'AbortError')
  return post
}

async function sendAndPublish(
  { signal, onProgress, onWaiting }: Publishing,
  upload: SavedUpload,
): Promise<Post> {
  const { file, fields, address } = upload
  const { sendResumably } = await import('#api/send-resumably.ts')
  const uploadId = await sendResumably({
    file,
    address,
    signal,
    onBegun: (begun) => {
      uploadAddresses.set(file, begun)
      void saveUpload({ ...upload, address: begun })
    },
    onProgress: (bytes) => onProgress(bytes, file.size),
    onWaiting,
  })
  try {
    return await publishUpload([...fields, ['uploadId', uploadId]], { signal, onWaiting })
  } catch (error) {
    if (signal.aborted) await call(cancel, { params: { id: uploadId } }).catch(() => undefined)
    throw error
  }
}

const pauseMs = 2000
const isUnreachable = (error: unknown) =>
  error instanceof TypeError || (error instanceof ApiError && [502, 503, 504].includes(error.status))

async function publishUpload(
  fields: Publishing['fields'],
  { signal, onWaiting }: Pick<Publishing, 'signal' | 'onWaiting'>,
): Promise<Post> {
  for (;;) {
    try {
      return await call(api.publish, { form: toForm(fields), signal })
    } catch (error) {
      if (!isUnreachable(error)) throw error
      onWaiting('Connection lost. This continues when it is back.')
      await new Promise((resolve) => window.setTimeout(resolve, pauseMs))
      if (signal.aborted) throw new DOMException('The upload was canceled.', 'AbortError')
    }
  }
}
