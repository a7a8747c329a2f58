import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { listenHere } from './listen-on-loopback.ts'

export type ReceivedWebhook = {
  id: string
  type: string
  timestamp: string
  data: Record<string, unknown>
  headers: Record<string, string>
  body: string
}

/** A receiver on this machine that verifies signatures with the library of Standard Webhooks. */
export type WebhookReceiver = {
  url: string
  /** What it has accepted, in order. */
  received: ReceivedWebhook[]
  /** The status of its responses. */
  status: number
  /** The secret to verify with; without one nothing is verified. */
  secret: string | null
  /** Method and path of the requests, accepted or not. */
  calls: string[]
  close(): Promise<void>
}

export async function webhookReceiver(): Promise<WebhookReceiver> {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    receiver.calls.push(`${request.method} ${request.url}`)
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    if (receiver.secret) new Webhook(receiver.secret).verify(body, headers)
    if (receiver.status < 300 && body !== '') {
      const { type, timestamp, data } = JSON.parse(body)
      receiver.received.push({ id: headers['webhook-id']!, type, timestamp, data, headers, body })
    }
    response.writeHead(receiver.status, { location: 'http://127.0.0.1:1/elsewhere' }).end()
  }
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(400).end(String(error)))
  })
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${await listenHere(server)}/hook`,
    received: [],
    status: 204,
    secret: null,
    calls: [],
    async close() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
  return receiver
}
