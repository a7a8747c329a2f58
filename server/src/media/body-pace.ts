import type { IncomingMessage } from 'node:http'
import { Refusal } from '#errors.ts'

const windowMs = 30_000
const minBytesPerMs = 8
const drainMs = 10_000

/**
 * Watches a body that must bring 8 kB a second over every half minute: a slow sender must not hold a place. `tooSlow`
 * rejects with a 408 refusal when it does not, and never resolves.
 */
export function watchPace(body: IncomingMessage, overMs = windowMs) {
  let bytesBefore = body.socket.bytesRead
  let timer: NodeJS.Timeout | undefined
  const tooSlow = new Promise<never>((_resolve, reject) => {
    timer = setInterval(() => {
      const bytes = body.socket.bytesRead
      if (bytes - bytesBefore < minBytesPerMs * overMs && !body.readableEnded)
        reject(new Refusal(408, 'invalid_input', 'The upload was too slow. Please try again.'))
      bytesBefore = bytes
    }, overMs)
  })
  return { tooSlow, stop: () => clearInterval(timer) }
}

/** Reads and forgets the rest of a body, up to `maxBytes` or ten seconds. */
export function drain(body: IncomingMessage, maxBytes: number): Promise<void> {
  if (body.readableEnded || body.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    let bytes = 0
    const onData = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maxBytes) finish()
    }
    const finish = () => {
      clearTimeout(timer)
      body.off('data', onData).pause()
      resolve()
    }
    const timer = setTimeout(finish, drainMs)
    body.unpipe()
    body.on('data', onData).once('end', finish).once('close', finish).once('error', finish).resume()
  })
}
