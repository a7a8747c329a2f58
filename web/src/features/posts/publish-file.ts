import * as api from '@touchline/contract/posts.ts'
import type { Post } from '@touchline/contract/posts.ts'
import { cancel, resumableFromBytes } from '@touchline/contract/uploads.ts'
import { ApiError, isUnauthorized } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { deleteUpload, saveUpload, type SavedUpload, withUploadLock } from '#session/saved-uploads.ts'

export type Publishing = {
  /** What belongs to the post beside its file. */
  fields: [name: string, value: string][]
  /** What this browser calls the post: sent again after a lost answer it is the same one. */
  postId: string
  file: File | null
  personId: string
  /** The upload this goes on with, after a reload. */
  unfinished?: SavedUpload | undefined
  signal: AbortSignal
  /** Hears how many bytes of how many have gone out. */
  onProgress: (bytes: number, all: number) => void
  /** Hears why nothing goes on at the moment, in words, and null when it does. */
  onWaiting: (sentence: string | null) => void
}

const begunAt = new WeakMap<File, string>()

function toForm(fields: Publishing['fields']) {
  const form = new FormData()
  for (const [name, value] of fields) form.set(name, value)
  return form
}

/**
 * Publishes a post. A large file is sent in parts and kept in this browser until it has arrived. Throws as `call` does,
 * and `AbortError` also when another tab of this browser is sending the same.
 */
export async function publishFile(publishing: Publishing): Promise<Post> {
  const { fields, postId, file, signal, onProgress } = publishing
  if (file && file.size > resumableFromBytes) return publishLarge(publishing, file)
  // What is sent in parts is recognised by its upload.
  const form = toForm([...fields, ['postId', postId]])
  // Last, so that the server knows everything else when the bytes arrive.
  if (file) form.set('media', file)
  return call(api.publish, {
    form,
    signal,
    onProgress: (share) => onProgress(share * (file?.size ?? 1), file?.size ?? 1),
  })
}

async function publishLarge(publishing: Publishing, file: File): Promise<Post> {
  const { fields, personId, unfinished } = publishing
  const kept = unfinished ?? {
    id: `${personId}:${Date.now()}`,
    personId,
    file,
    fields,
    address: begunAt.get(file) ?? null,
    keptAt: Date.now(),
  }
  const post = await withUploadLock(kept.id, async () => {
    await saveUpload(kept)
    try {
      const published = await sendAndPublish(publishing, kept)
      await deleteUpload(kept.id)
      return published
    } catch (error) {
      // Whoever has to sign in again comes back to it.
      if (!isUnauthorized(error)) await deleteUpload(kept.id)
      throw error
    }
  })
  if (!post) throw new DOMException('Another tab is sending this file.', 'AbortError')
  return post
}

async function sendAndPublish(
  { signal, onProgress, onWaiting }: Publishing,
  kept: SavedUpload,
): Promise<Post> {
  const { file, fields, address } = kept
  const { sendResumably } = await import('#api/send-resumably.ts')
  const uploadId = await sendResumably({
    file,
    address,
    signal,
    onBegun: (begun) => {
      begunAt.set(file, begun)
      void saveUpload({ ...kept, address: begun })
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
const isAway = (error: unknown) =>
  error instanceof TypeError || (error instanceof ApiError && [502, 503, 504].includes(error.status))

/** Asks until there is an answer: an upload becomes one post, however often it is asked for. */
async function publishUpload(
  fields: Publishing['fields'],
  { signal, onWaiting }: Pick<Publishing, 'signal' | 'onWaiting'>,
): Promise<Post> {
  for (;;) {
    try {
      return await call(api.publish, { form: toForm(fields), signal })
    } catch (error) {
      if (!isAway(error)) throw error
      onWaiting('Connection lost. This continues when it is back.')
      await new Promise((resolve) => window.setTimeout(resolve, pauseMs))
      if (signal.aborted) throw new DOMException('The upload was canceled.', 'AbortError')
    }
  }
}
