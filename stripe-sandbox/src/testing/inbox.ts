import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { Stripe } from 'stripe'

type Received = { body: string; signature: string; answered: number }

/** An endpoint that records its events; `answer` gives the status of the nth. */
export async function openInbox(answer: (nth: number) => number = () => 200) {
  const received: Received[] = []
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const answered = answer(received.length)
      const signature = String(request.headers['stripe-signature'])
      received.push({ body: Buffer.concat(parts).toString(), signature, answered })
      response.writeHead(answered).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  const port = typeof bound === 'object' && bound ? (bound satisfies AddressInfo).port : 0
  const events = () => received.map(({ body }): Stripe.Event => JSON.parse(body))
  return { received, events, url: `http://127.0.0.1:${port}/hook`, close: () => server.close() }
}
