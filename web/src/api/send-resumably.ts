import { begin } from '@touchline/contract/uploads.ts'
import { type DetailedError, type PreviousUpload, Upload } from 'tus-js-client'
import { ApiError } from './api-error.ts'

type Sending = {
  file: File
  address: string | null
  signal: AbortSignal
  onBegun: (address: string) => void
  /** Called with the bytes sent, or, while interrupted, with the bytes confirmed. */
  onProgress: (bytes: number) => void
  /** Called with the reason for an interruption, and with null when the upload continues. */
  onWaiting: (sentence: string | null) => void
}

/** The maximum loss of a broken connection, and the request size proxies must allow. */
const partBytes = 5 * 1024 * 1024
const pausesMs = [1000, 2000, 5000, 10_000]
/** After a change of networks a connection can stay open on which nothing moves. */
const stalledMs = 60_000
const connectionLost = 'Connection lost. This continues when it is back.'
const storageFull = 'There is no room on the server. This continues when there is.'
/** Temporary failures: no connection, server unavailable, rate limit, or a conflicting offset. */
const passes = (status: number) => [0, 408, 409, 423, 429, 500, 502, 503, 504].includes(status)

const canBeRead = (file: File) =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )

/** A browser no longer reads a file that was changed, moved or deleted. */
const fileChanged = () => {
  const message = 'This file was changed or moved after you chose it. Please choose it again.'
  return new ApiError(0, JSON.stringify({ message }), '')
}

/**
 * Uploads a file across lost connections and restarts, without a limit of retries, and returns its id. An
 * abort deletes the partial upload.
 */
export function sendResumably({ file, address, signal, ...on }: Sending): Promise<string> {
  return new Promise((resolve, reject) => {
    const cancelled = () => reject(new DOMException('The upload was cancelled.', 'AbortError'))
    let tries = 0
    let arrived = 0
    let isResumed = true
    let timer: number | undefined
    let stall: number | undefined
    const watch = () => {
      window.clearTimeout(stall)
      stall = window.setTimeout(() => {
        void upload.abort().then(() => goOnSoon(connectionLost))
      }, stalledMs)
    }
    const goOn = () => {
      window.clearTimeout(timer)
      watch()
      window.removeEventListener('online', goOn)
      isResumed = true
      upload.start()
    }
    const goOnSoon = (sentence: string) => {
      window.clearTimeout(stall)
      if (signal.aborted) return
      on.onProgress(arrived)
      on.onWaiting(sentence)
      timer = window.setTimeout(goOn, pausesMs[Math.min(tries, pausesMs.length - 1)])
      window.addEventListener('online', goOn)
      tries += 1
    }
    const failed = async (error: Error | DetailedError) => {
      window.clearTimeout(stall)
      const answer = 'originalResponse' in error ? error.originalResponse : null
      const status = answer?.getStatus() ?? 0
      const refusal = new ApiError(status, answer?.getBody() ?? '', error.message)
      // A disk that fills up in the middle may be cleared. Before the beginning another file may fit.
      const isInterruptedByFullDisk = status === 507 && upload.url !== null
      if (!passes(status) && !isInterruptedByFullDisk) return reject(refusal)
      if (!(await canBeRead(file))) return reject(fileChanged())
      if (isInterruptedByFullDisk) return goOnSoon(storageFull)
      return goOnSoon((status === 429 && refusal.serverMessage) || connectionLost)
    }
    const upload = new Upload(file, {
      endpoint: begin.path,
      uploadUrl: address,
      chunkSize: partBytes,
      retryDelays: null,
      // A page that was closed finds the upload of a file that is chosen again.
      storeFingerprintForResuming: address === null,
      removeFingerprintOnSuccess: true,
      onUploadUrlAvailable: () => on.onBegun(upload.url ?? ''),
      onProgress: (bytes) => {
        // The first offset comes from the server.
        if (isResumed) arrived = bytes
        isResumed = false
        watch()
        on.onWaiting(null)
        on.onProgress(bytes)
      },
      onChunkComplete: (_part, bytes) => {
        tries = 0
        arrived = bytes
      },
      onSuccess: () => {
        window.clearTimeout(stall)
        resolve(upload.url?.split('/').at(-1) ?? '')
      },
      onError: (error) => void failed(error),
    })
    const cancel = () => {
      window.clearTimeout(timer)
      window.clearTimeout(stall)
      window.removeEventListener('online', goOn)
      // The server deletes abandoned uploads after a day.
      upload.abort(true).then(cancelled, cancelled)
    }
    if (signal.aborted) return cancel()
    signal.addEventListener('abort', cancel, { once: true })
    const start = (earlier: PreviousUpload[]) => {
      const [latest] = earlier.toSorted((one, other) => other.creationTime.localeCompare(one.creationTime))
      if (address === null && latest) upload.resumeFromPreviousUpload(latest)
      if (!signal.aborted) goOn()
    }
    return void upload.findPreviousUploads().then(start, () => start([]))
  })
}
