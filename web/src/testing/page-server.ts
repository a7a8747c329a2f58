import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

declare global {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface Window {
    happyDOM: { setURL: (url: string) => void; setInnerWidth: (width: number) => void }
  }
}

type Answer = (request: IncomingMessage & { body: string }, response: ServerResponse) => void

/** Starts an HTTP server at the page's own origin, so that calls are same-origin. Returns a stop function. */
export async function servePage(answer: Answer, greet?: (socket: WebSocket) => void) {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () =>
      answer(Object.assign(request, { body: Buffer.concat(chunks).toString() }), response),
    )
  })
  if (greet) new WebSocketServer({ server, path: '/ws' }).on('connection', greet)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server's address is not a pipe
  const { port } = server.address() as AddressInfo
  window.happyDOM.setURL(`http://127.0.0.1:${port}/`)
  return async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}
