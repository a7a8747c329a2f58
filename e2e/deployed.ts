import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { clubUrl } from './club.ts'

/** Forwards a response with offline use disabled. */
async function switchOff(given: IncomingMessage, answer: ServerResponse) {
  const body = (await text(given)).replaceAll('"offline":true', '"offline":false')
  const { 'content-length': _length, ...headers } = given.headers
  answer.writeHead(given.statusCode ?? 502, headers).end(body)
}

/**
 * A proxy to the club on another port, which can replace the worker (`worker.text`), disable offline use
 * (`worker.isOff`) or respond as a gateway without its server (`worker.isAway`). Cookies are shared between
 * ports.
 */
export async function openClubProxy() {
  const worker: { text: string | null; isOff: boolean; isAway: boolean } = {
    text: null,
    isOff: false,
    isAway: false,
  }
  const server = createServer((asked, answer) => {
    if (worker.isAway) {
      answer.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>')
      return
    }
    if (asked.url === '/worker.js' && worker.text !== null) {
      answer
        .writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' })
        .end(worker.text)
      return
    }
    const { host, origin } = new URL(clubUrl())
    const headers = { ...asked.headers, host, ...(asked.headers.origin ? { origin } : {}) }
    if (worker.isOff) headers['accept-encoding'] = 'identity'
    const passed = request(
      new URL(asked.url ?? '/', clubUrl()),
      { method: asked.method, headers },
      (given) => {
        if (worker.isOff && /html|json/.test(given.headers['content-type'] ?? '')) {
          void switchOff(given, answer)
          return
        }
        answer.writeHead(given.statusCode ?? 502, given.headers)
        given.pipe(answer)
      },
    )
    passed.on('error', () => answer.destroy())
    asked.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  // A port of a server that listens is in an AddressInfo.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { port } = server.address() as AddressInfo
  return {
    worker,
    url: `http://localhost:${port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
