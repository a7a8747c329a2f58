import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#errors.ts'

const windowMs = 30_000
const minBytesPerMs = 8
const drainMs = 10_000

type Body = Pick<IncomingMessage, 'readableEnded' | 'readableLength'> & { socket: { bytesRead: number } }

/**
 * Watches a body that must bring 8 kB a second over every half minute: a slow sender must not hold a place. `tooSlow`
 * rejects with a 408 refusal when it does not, and never resolves. Where something that came still waits to be read, the
 * site's own disk is slow, and nobody is blamed for that.
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

/** Reads and forgets the rest of a body, up to `maxBytes` or ten seconds. */
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
/** `maxBytes` is what the body may bring; `paceMs` over how long its pace is judged, half a minute when left out. */
type Bounds = { maxBytes: number; paceMs?: number }

const isTooSlow = (error: unknown) => error instanceof Refusal && error.status === 408

/**
 * Reads a body with `read`, which tidies up after itself when the connection is gone. Whatever it throws arrives at the
 * sender, also at one who reads the answer only when everything was sent; 408 for a body that comes too slowly.
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
      // The body is read on until its connection is gone, right after the answer.
      reading.catch(() => undefined)
      reply.raw.once('close', () => request.raw.destroy())
    } else if (!request.raw.destroyed) {
      // Most browsers read the answer only when they have sent everything: let them, within bounds.
      await drain(request.raw, 2 * maxBytes)
    }
    throw error
  } finally {
    pace.stop()
  }
}
