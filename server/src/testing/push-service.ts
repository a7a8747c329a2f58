import { createECDH, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import ece from 'http_ece'

type Received = { path: string; headers: IncomingHttpHeaders; message: unknown }

/** A local push service with one browser, whose keys decrypt what it receives. */
export type TestPushService = {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
  received: Received[]
  /** The status of the next responses; the last one repeats. */
  answers: number[]
  close(): Promise<void>
}

export async function pushServiceForTests(): Promise<TestPushService> {
  const browser = createECDH('prime256v1')
  browser.generateKeys()
  const auth = randomBytes(16)
  const received: Received[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request)
    const plain = ece.decrypt(body, {
      version: 'aes128gcm',
      privateKey: browser,
      authSecret: auth.toString('base64url'),
    })
    received.push({
      path: request.url ?? '',
      headers: request.headers,
      message: JSON.parse(plain.toString()),
    })
    const [status = 201, ...next] = service.answers
    if (next.length > 0) service.answers = next
    response.writeHead(status, { location: 'http://127.0.0.1:1/elsewhere' }).end()
  }
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  const port = bound !== null && typeof bound === 'object' ? bound.port : 0
  const service: TestPushService = {
    subscription: {
      endpoint: `http://127.0.0.1:${port}/send/abc`,
      keys: { p256dh: browser.getPublicKey('base64url'), auth: auth.toString('base64url') },
    },
    received,
    answers: [201],
    async close() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
  return service
}
