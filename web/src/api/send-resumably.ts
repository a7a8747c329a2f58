import { begin } from '@touchline/contract/uploads.ts'
import { type DetailedError, Upload } from 'tus-js-client'
import { ApiError } from './api-error.ts'

type Sending = {
  file: File
  /** Where it was begun before, to go on there. */
  address: string | null
  signal: AbortSignal
  onBegun: (address: string) => void
  /** Hears how many bytes have gone out; when nothing goes on, how many have surely arrived. */
  onProgress: (bytes: number) => void
  /** Hears why nothing goes on at the moment, in words, and null when it does. */
  onWaiting: (sentence: string | null) => void
}

/** What a lost connection costs at most, and what proxies between us have to let through. */
const partBytes = 5 * 1024 * 1024
const pausesMs = [1000, 2000, 5000, 10_000]
const connectionLost = 'Connection lost. This continues when it is back.'
/** What goes away by itself: a connection or a server that is not there, too many at once, another request's offset. */
const passes = (status: number) => [0, 408, 409, 423, 429, 500, 502, 503, 504].includes(status)

const canBeRead = (file: File) =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )

/**
 * Sends a file so that it outlives lost connections and restarts of the server: it waits and goes on where it was, for
 * as long as it takes. Answers the upload's id. Throws `ApiError` for a refusal, and `AbortError` when `signal` fires,
 * after what had arrived was deleted.
 */
export function sendResumably({ file, address, signal, ...on }: Sending): Promise<string> {
  return new Promise((resolve, reject) => {
    const cancelled = () => reject(new DOMException('The upload was cancelled.', 'AbortError'))
    let tries = 0
    let arrived = 0
    let isResumed = true
    let timer: number | undefined
    const goOn = () => {
      window.clearTimeout(timer)
      window.removeEventListener('online', goOn)
      isResumed = true
      upload.start()
    }
    const goOnSoon = (sentence: string) => {
      on.onProgress(arrived)
      on.onWaiting(sentence)
      timer = window.setTimeout(goOn, pausesMs[Math.min(tries, pausesMs.length - 1)])
      window.addEventListener('online', goOn)
      tries += 1
    }
    const failed = async (error: Error | DetailedError) => {
      const answer = 'originalResponse' in error ? error.originalResponse : null
      const status = answer?.getStatus() ?? 0
      const refusal = new ApiError(status, answer?.getBody() ?? '', error.message)
      if (!passes(status)) return reject(refusal)
      if (!(await canBeRead(file))) return reject(error)
      if (!signal.aborted) goOnSoon((status === 429 && refusal.serverMessage) || connectionLost)
    }
    const upload = new Upload(file, {
      endpoint: begin.path,
      uploadUrl: address,
      chunkSize: partBytes,
      retryDelays: null,
      storeFingerprintForResuming: false,
      onUploadUrlAvailable: () => on.onBegun(upload.url ?? ''),
      onProgress: (bytes) => {
        // The first it tells is where the server is.
        if (isResumed) arrived = bytes
        isResumed = false
        on.onWaiting(null)
        on.onProgress(bytes)
      },
      onChunkComplete: (_part, bytes) => {
        tries = 0
        arrived = bytes
      },
      onSuccess: () => resolve(upload.url?.split('/').at(-1) ?? ''),
      onError: (error) => void failed(error),
    })
    const cancel = () => {
      window.clearTimeout(timer)
      window.removeEventListener('online', goOn)
      // What cannot be deleted now is gone after a day.
      upload.abort(true).then(cancelled, cancelled)
    }
    if (signal.aborted) return cancel()
    signal.addEventListener('abort', cancel, { once: true })
    return upload.start()
  })
}
