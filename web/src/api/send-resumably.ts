import { begin } from '@touchline/contract/uploads.ts'
import { type DetailedError, Upload } from 'tus-js-client'
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
const connectionLost = 'Connection lost. This continues when it is back.'
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
        // The first offset comes from the server.
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
      // The server deletes abandoned uploads after a day.
      upload.abort(true).then(cancelled, cancelled)
    }
    if (signal.aborted) return cancel()
    signal.addEventListener('abort', cancel, { once: true })
    return upload.start()
  })
}
