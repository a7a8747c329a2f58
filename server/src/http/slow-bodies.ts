import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#errors.ts'
import { watchPace } from '#limits/pace.ts'
import { respondToBrokenRequest } from './error-responses.ts'

const drainMs = 10_000

const tooSlow = () =>
  Object.assign(new Error('the body came too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

export const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Answers 408 below 8 kB per second over half a minute: thousands of slow senders could hold connections. */
export function rejectSlowBodies(app: FastifyInstance): void {
  const watched = new WeakMap<FastifyRequest, () => void>()
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (hasBody(request)) {
      const pace = watchPace(request.raw)
      pace.tooSlow.catch(() => respondToBrokenRequest(tooSlow(), request.raw.socket))
      watched.set(request, pace.stop)
      reply.raw.once('close', pace.stop)
    }
    done(null, payload)
  })
  app.addHook('preValidation', (request, _reply, done) => {
    watched.get(request)?.()
    done()
  })
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

/** `read` cleans up after itself when the connection breaks. Its error reaches the sender; a slow body gets 408. */
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
