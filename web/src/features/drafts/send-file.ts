import { ApiError, isUnauthorized } from '#api/api-error.ts'
import { deleteUpload, saveUpload, type SavedUpload, withUploadLock } from '#drafting/saved-uploads.ts'
import { createInProgressSet } from '#ui/in-progress-set.ts'

export type Sending = { bytes: number; all: number; waiting: string | null; cancel: () => void }

const inProgress = createInProgressSet<Sending>()

export const sendingOf = inProgress.of

export const useSending = inProgress.use

export const uploadFor = (personId: string, draftId: string, file: File): SavedUpload => ({
  id: `desk:${draftId}`,
  personId,
  draftId,
  file,
  fields: [],
  address: null,
  keptAt: Date.now(),
})

const pauseMs = 2000
const isUnreachable = (error: unknown) =>
  error instanceof TypeError || (error instanceof ApiError && [502, 503, 504].includes(error.status))

type Steps = {
  isSaved: () => Promise<boolean>
  attach: (uploadId: string) => Promise<unknown>
}

/** Uploads the file of a draft. This browser stores it until it is attached, to resume after a reload. */
export async function sendFile(draftId: string, upload: SavedUpload, steps: Steps): Promise<void> {
  if (inProgress.of(draftId)) return
  const abort = new AbortController()
  inProgress.set(draftId, { bytes: 0, all: upload.file.size, waiting: null, cancel: () => abort.abort() })
  try {
    const sent = await withUploadLock(upload.id, async () => {
      await sendAlone(draftId, upload, steps, abort.signal)
      return true
    })
    if (!sent) throw new DOMException('Another tab is sending this file.', 'AbortError')
  } finally {
    inProgress.set(draftId, null)
  }
}

async function sendAlone(
  draftId: string,
  upload: SavedUpload,
  { isSaved, attach }: Steps,
  signal: AbortSignal,
) {
  const update = (changes: Partial<Sending>) => {
    const now = sendingOf(draftId)
    if (now) inProgress.set(draftId, { ...now, ...changes })
  }
  await saveUpload(upload)
  try {
    if (!(await isSaved())) throw new TypeError('The draft could not be saved')
    const { sendResumably } = await import('#api/send-resumably.ts')
    const uploadId = await sendResumably({
      file: upload.file,
      address: upload.address,
      signal,
      onBegun: (address) => void saveUpload({ ...upload, address }),
      onProgress: (bytes) => update({ bytes }),
      onWaiting: (waiting) => update({ waiting }),
    })
    for (;;) {
      try {
        await attach(uploadId)
        break
      } catch (error) {
        if (!isUnreachable(error)) throw error
        update({ waiting: 'Connection lost. This continues when it is back.' })
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
    }
    await deleteUpload(upload.id)
  } catch (error) {
    // Keep the upload for a retry after signing in or reconnecting.
    if (!isUnauthorized(error) && !isUnreachable(error)) await deleteUpload(upload.id)
    throw error
  }
}
