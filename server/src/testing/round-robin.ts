import { once } from 'node:events'
import { type IncomingMessage, createServer, request as httpRequest } from 'node:http'
import type { Duplex } from 'node:stream'

export type RoundRobin = { url: string; close(): Promise<void> }

/** A request without a body can be sent again. */
const hasNoBody = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD'

const asking = ({ method, headers, url }: IncomingMessage, target: URL) =>
  httpRequest({ host: target.hostname, port: target.port, path: url, method, headers, agent: false })

/** A request that a server refuses, or a read that breaks before a response, goes to the next server. */
export async function openRoundRobin(targets: () => string[]): Promise<RoundRobin> {
  let turn = 0
  const nextOf = (urls: string[]) => new URL(urls[turn++ % urls.length]!)

  const server = createServer((asked, answer) => {
    const ask = (triesLeft: number) => {
      const passed = asking(asked, nextOf(targets()))
      passed.once('response', (found) => {
        answer.writeHead(found.statusCode ?? 502, found.headers)
        found.pipe(answer)
        found.once('error', () => answer.destroy())
        answer.once('close', () => found.destroy())
      })
      passed.once('error', (error: NodeJS.ErrnoException) => {
        if (answer.headersSent) return answer.destroy()
        const isUnbegun = error.code === 'ECONNREFUSED'
        if (triesLeft > 0 && (hasNoBody(asked) || isUnbegun)) return ask(triesLeft - 1)
        answer.writeHead(502).end()
      })
      if (hasNoBody(asked)) passed.end()
      // A refused connection has not consumed the body yet.
      else passed.once('socket', (socket) => socket.once('connect', () => asked.pipe(passed)))
    }
    ask(targets().length)
  })
  server.on('upgrade', (asked: IncomingMessage, socket: Duplex, head: Buffer) => {
    const passed = asking(asked, nextOf(targets()))
    passed.once('upgrade', (found, far: Duplex, farHead: Buffer) => {
      const lines = Object.entries(found.headers).map(([name, value]) => `${name}: ${String(value)}`)
      socket.write([`HTTP/1.1 101 Switching Protocols`, ...lines, '', ''].join('\r\n'))
      socket.write(farHead)
      far.write(head)
      far.pipe(socket).pipe(far)
      for (const [one, other] of [
        [socket, far],
        [far, socket],
      ] as const)
        one.once('error', () => other.destroy()).once('close', () => other.destroy())
    })
    passed.once('response', (found) => {
      socket.end(`HTTP/1.1 ${found.statusCode} Refused\r\nconnection: close\r\n\r\n`)
      found.destroy()
    })
    passed.once('error', () => socket.destroy())
    passed.end()
  })
  // The next request must not meet a connection that is being closed, however slow the machine is.
  server.keepAliveTimeout = 10 * 60_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  return {
    url: `http://127.0.0.1:${bound !== null && typeof bound === 'object' ? bound.port : 0}`,
    async close() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}
