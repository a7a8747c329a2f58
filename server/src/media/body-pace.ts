import type { IncomingMessage } from 'node:http'
import { Refusal } from '#errors.ts'

const windowMs = 30_000
const minBytesPerWindow = 240_000
const drainMs = 10_000

/** Cuts a body that brings less than 8 kB a second over half a minute: a slow sender must not hold a place. */
export function watchPace(body: IncomingMessage) {
  let bytesBefore = 0
  let problem: Refusal | null = null
  const timer = setInterval(() => {
    const bytes = body.socket.bytesRead
    if (bytes - bytesBefore < minBytesPerWindow && !body.readableEnded) {
      problem = new Refusal(408, 'invalid_input', 'The upload was too slow. Please try again.')
      body.destroy(problem)
    }
    bytesBefore = bytes
  }, windowMs)
  return { problem: () => problem, stop: () => clearInterval(timer) }
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
