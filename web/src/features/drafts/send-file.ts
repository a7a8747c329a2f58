import { ApiError, isUnauthorized } from '#api/api-error.ts'
import { deleteUpload, saveUpload, type SavedUpload, withUploadLock } from '#session/saved-uploads.ts'
import { createInProgressSet } from '#ui/in-progress-set.ts'

/** How far the file of a draft is: bytes, and why nothing goes on at the moment. */
export type Sending = { bytes: number; all: number; waiting: string | null; cancel: () => void }

const underWay = createInProgressSet<Sending>()

export const sendingOf = underWay.of

/** What is on its way to a draft, or null. */
export const useSending = underWay.use

/** The upload of a file for a draft, as it is kept in this browser: one for each draft. */
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
const isAway = (error: unknown) =>
  error instanceof TypeError || (error instanceof ApiError && [502, 503, 504].includes(error.status))

type Steps = {
  /** Sees to it that there is a draft for the file. */
  isSaved: () => Promise<boolean>
  attach: (uploadId: string) => Promise<unknown>
}

/**
 * Sends the file of a draft, kept in this browser until the draft has it: it goes on when the page is left, when the
 * connection is back and after a reload. Throws `ApiError` for a refusal, and `AbortError` when it was cancelled or
 * another tab sends it; does nothing while one is on its way.
 */
export async function sendFile(draftId: string, kept: SavedUpload, steps: Steps): Promise<void> {
  if (underWay.of(draftId)) return
  const abort = new AbortController()
  underWay.set(draftId, { bytes: 0, all: kept.file.size, waiting: null, cancel: () => abort.abort() })
  try {
    const sent = await withUploadLock(kept.id, async () => {
      await sendAlone(draftId, kept, steps, abort.signal)
      return true
    })
    if (!sent) throw new DOMException('Another tab is sending this file.', 'AbortError')
  } finally {
    underWay.set(draftId, null)
  }
}

async function sendAlone(
  draftId: string,
  kept: SavedUpload,
  { isSaved, attach }: Steps,
  signal: AbortSignal,
) {
  const tell = (news: Partial<Sending>) => {
    const now = sendingOf(draftId)
    if (now) underWay.set(draftId, { ...now, ...news })
  }
  await saveUpload(kept)
  try {
    if (!(await isSaved())) throw new TypeError('The draft could not be saved')
    const { sendResumably } = await import('#api/send-resumably.ts')
    const uploadId = await sendResumably({
      file: kept.file,
      address: kept.address,
      signal,
      onBegun: (address) => void saveUpload({ ...kept, address }),
      onProgress: (bytes) => tell({ bytes }),
      onWaiting: (waiting) => tell({ waiting }),
    })
    for (;;) {
      try {
        await attach(uploadId)
        break
      } catch (error) {
        if (!isAway(error)) throw error
        tell({ waiting: 'Connection lost. This continues when it is back.' })
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
    }
    await deleteUpload(kept.id)
  } catch (error) {
    // Whoever has to sign in again comes back to it, and so does who could not be reached.
    if (!isUnauthorized(error) && !isAway(error)) await deleteUpload(kept.id)
    throw error
  }
}
