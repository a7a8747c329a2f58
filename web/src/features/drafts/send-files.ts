import { ApiError, errorMessage, isUnauthorized } from '#api/api-error.ts'
import { deleteUpload, saveUpload, type SavedUpload, withUploadLock } from '#drafting/saved-uploads.ts'
import { createInProgressSet } from '#ui/in-progress-set.ts'

/** Where a file goes: the name of an attachment, or the part that it replaces; otherwise it is a new part. */
export type FilePlace = { attachedAs?: string; replaces?: string }

/** One file on its way to a draft. `problem` is why it failed; `canRetry` says whether sending it again may help. */
export type SendingFile = {
  upload: SavedUpload
  place: FilePlace
  bytes: number
  isUploaded: boolean
  waiting: string | null
  problem: string | null
  canRetry: boolean
  cancel: () => void
}

const inProgress = createInProgressSet<SendingFile[]>()

export const filesOf = (draftId: string): SendingFile[] => inProgress.of(draftId) ?? []

/** The files of a draft that are being sent or have failed. */
export const useSendingFiles = (draftId: string): SendingFile[] => inProgress.use(draftId) ?? noFiles
const noFiles: SendingFile[] = []

export const isOnItsWay = ({ problem }: SendingFile) => problem === null

let chosen = 0

/** The uploads of a draft: a few run, the others wait in the order in which they were chosen. */
const lines = new Map<string, { running: number; waiting: (() => void)[]; all: Promise<unknown> }>()

/** A resumable upload of a draft. Ids sort in the order in which the files were chosen. */
export function uploadFor(personId: string, draftId: string, file: File, place: FilePlace = {}): SavedUpload {
  chosen += 1
  const id = `draft:${draftId}:${Date.now()}:${String(chosen).padStart(6, '0')}`
  const fields = Object.entries(place).map(([name, value]): [string, string] => [name, value])
  return { id, personId, draftId, file, fields, address: null, keptAt: Date.now() }
}

export type Steps = {
  /** Makes sure that the draft exists on the server. */
  isSaved: () => Promise<boolean>
  add: (uploadId: string, place: FilePlace) => Promise<unknown>
  /** Called when the session has expired; returns true if it has. */
  isExpired: (error: unknown) => boolean
}

const maxParallel = 3
const pauseMs = 2000
const unreachable = 'Connection lost. This continues when it is back.'
const isUnreachable = (error: unknown) =>
  error instanceof TypeError || (error instanceof ApiError && [502, 503, 504].includes(error.status))

function change(draftId: string, id: string, changes: Partial<SendingFile> | null) {
  const files = filesOf(draftId).flatMap((file) =>
    file.upload.id !== id ? file : changes === null ? [] : { ...file, ...changes },
  )
  inProgress.set(draftId, files.length > 0 ? files : null)
}

/** Lists a file that cannot be sent, with the reason. */
export function listProblem(draftId: string, upload: SavedUpload, problem: string): void {
  const cancel = () => change(draftId, upload.id, null)
  const file = {
    upload,
    place: {},
    bytes: 0,
    isUploaded: false,
    waiting: null,
    problem,
    canRetry: false,
    cancel,
  }
  inProgress.set(draftId, [...filesOf(draftId), file])
}

/**
 * Uploads files of a draft, a few at a time, and adds them in the order in which they were chosen. Each is stored in
 * this browser until it is added, so that it resumes after a reload or lost connection. A file that fails stays listed
 * and holds up no other. Files that are on their way already are left alone.
 */
export async function sendFiles(draftId: string, uploads: SavedUpload[], steps: Steps): Promise<void> {
  const listed = new Set(filesOf(draftId).map(({ upload }) => upload.id))
  const added = uploads.filter(({ id }) => !listed.has(id))
  const aborts = new Map(added.map(({ id }) => [id, new AbortController()]))
  inProgress.set(draftId, [
    ...filesOf(draftId),
    ...added.map((upload) => ({
      upload,
      place: Object.fromEntries(upload.fields),
      bytes: 0,
      isUploaded: false,
      waiting: null,
      problem: null,
      canRetry: true,
      cancel: () => {
        aborts.get(upload.id)?.abort()
        change(draftId, upload.id, null)
        void deleteUpload(upload.id)
      },
    })),
  ])
  // All are stored before the first is sent: a reload loses none of them.
  for (const upload of added) await saveUpload(upload)
  await Promise.all(
    added.map((upload) =>
      inLine(draftId, async (before) => {
        const { signal } = aborts.get(upload.id)!
        if (!signal.aborted) await sendOne(draftId, upload, { ...steps, signal, before })
      }),
    ),
  )
}

/** Runs `work`, which must not fail, when its turn comes. `before` settles when all earlier work is done. */
async function inLine(draftId: string, work: (before: Promise<unknown>) => Promise<void>) {
  const line = lines.get(draftId) ?? { running: 0, waiting: [], all: Promise.resolve() }
  lines.set(draftId, line)
  if (line.running < maxParallel) line.running += 1
  else await new Promise<void>((start) => line.waiting.push(start))
  const before = line.all
  const done = work(before)
  line.all = Promise.all([before, done])
  await done
  const next = line.waiting.shift()
  if (next) next()
  else line.running -= 1
}

type Sending = Steps & { signal: AbortSignal; before: Promise<unknown> }

async function sendOne(draftId: string, upload: SavedUpload, sending: Sending) {
  const fail = (problem: string, canRetry = true) =>
    change(draftId, upload.id, { problem, canRetry, waiting: null })
  try {
    const sent = await withUploadLock(upload.id, async () => {
      await sendAlone(draftId, upload, sending)
      return true
    })
    // Another tab is sending it.
    change(draftId, upload.id, null)
    if (sent) await deleteUpload(upload.id)
  } catch (error) {
    if (sending.signal.aborted) return
    // After signing in again, or once the server is back, the upload goes on.
    if (isUnauthorized(error) || isUnreachable(error)) {
      const isOut = sending.isExpired(error)
      return fail(isOut ? 'Please sign in again to send this.' : 'The connection was lost. Please try again.')
    }
    await deleteUpload(upload.id)
    // Without a status the browser cannot read the file any more.
    const isOfFile = error instanceof ApiError && [0, 415].includes(error.status)
    fail(errorMessage(error, 'The file could not be sent. Please try again.'), !isOfFile)
  }
}

async function sendAlone(draftId: string, upload: SavedUpload, { isSaved, add, signal, before }: Sending) {
  const update = (changes: Partial<SendingFile>) => change(draftId, upload.id, changes)
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
  update({ bytes: upload.file.size, isUploaded: true })
  await before
  for (;;) {
    signal.throwIfAborted()
    try {
      await add(uploadId, Object.fromEntries(upload.fields))
      return
    } catch (error) {
      if (!isUnreachable(error)) throw error
      update({ waiting: unreachable })
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}

/** Sends a failed file again. */
export async function retryFile(draftId: string, { upload }: SendingFile, steps: Steps): Promise<void> {
  change(draftId, upload.id, null)
  await sendFiles(draftId, [{ ...upload, address: null }], steps)
}
