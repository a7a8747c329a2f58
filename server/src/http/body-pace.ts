import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#errors.ts'

const windowMs = 30_000
const minBytesPerMs = 8
const drainMs = 10_000

type Body = Pick<IncomingMessage, 'readableEnded' | 'readableLength'> & { socket: { bytesRead: number } }

/**
 * Watches a request body that must bring 8 kB per second in every half minute, so that a slow sender cannot
 * hold a connection. `tooSlow` rejects with a 408 refusal, and never resolves. While received data waits to
 * be read, this site is the slow side and the sender is not blamed.
 */
export function watchPace(body: Body, overMs = windowMs) {
  let bytesBefore = body.socket.bytesRead
  let timer: NodeJS.Timeout | undefined
  const tooSlow = new Promise<never>((_resolve, reject) => {
    timer = setInterval(() => {
      const bytes = body.socket.bytesRead
      const isWaitedFor = body.readableLength === 0 && !body.readableEnded
      if (bytes - bytesBefore < minBytesPerMs * overMs && isWaitedFor)
        reject(new Refusal(408, 'invalid_input', 'The upload was too slow. Please try again.'))
      bytesBefore = bytes
    }, overMs)
  })
  return { tooSlow, stop: () => clearInterval(timer) }
}

/** Reads and discards the rest of a body, up to `maxBytes` or ten seconds. */
function drain(body: IncomingMessage, maxBytes: number): Promise<void> {
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

type Exchange = { request: FastifyRequest; reply: FastifyReply }
/** `maxBytes` bounds the body. `paceMs` is the window of the pace check, half a minute by default. */
type Bounds = { maxBytes: number; paceMs?: number }

const isTooSlow = (error: unknown) => error instanceof Refusal && error.status === 408

/**
 * Reads a body with `read`, which cleans up after itself when the connection breaks. Its error reaches the
 * sender, even one who reads the response only after sending everything. A slow body gets 408.
 */
export async function readAtPace<Read>(
  { request, reply }: Exchange,
  { maxBytes, paceMs }: Bounds,
  read: () => Promise<Read>,
): Promise<Read> {
  const pace = watchPace(request.raw, paceMs)
  const reading = read()
  try {
    return await Promise.race([reading, pace.tooSlow])
  } catch (error) {
    void reply.header('connection', 'close')
    if (isTooSlow(error)) {
      // Keep reading until the connection closes after the response.
      reading.catch(() => undefined)
      reply.raw.once('close', () => request.raw.destroy())
    } else if (!request.raw.destroyed) {
      // Most browsers read the response only after sending everything, so read the rest within bounds.
      await drain(request.raw, 2 * maxBytes)
    }
    throw error
  } finally {
    pace.stop()
  }
}
