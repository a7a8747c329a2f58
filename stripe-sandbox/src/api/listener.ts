import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

import type { RequestHandler } from '#api/exchange.ts'

const host = '127.0.0.1'

function bodyOf(incoming: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    incoming.on('data', (part: Buffer) => parts.push(part))
    incoming.on('end', () => resolve(Buffer.concat(parts).toString()))
    incoming.on('error', reject)
  })
}

function headersOf(incoming: IncomingMessage): Record<string, string | undefined> {
  const headers: Record<string, string | undefined> = {}
  for (const [name, value] of Object.entries(incoming.headers))
    headers[name] = Array.isArray(value) ? value.join(', ') : value
  return headers
}

async function serve(
  answer: RequestHandler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const gone = new AbortController()
  outgoing.on('close', () => {
    if (!outgoing.writableFinished) gone.abort()
  })
  try {
    const reply = await answer({
      method: incoming.method ?? 'GET',
      url: new URL(`http://${host}${incoming.url ?? '/'}`),
      headers: headersOf(incoming),
      body: await bodyOf(incoming),
      signal: gone.signal,
    })
    const body = Buffer.from(reply.body)
    // With a known length the response leaves in one piece.
    outgoing.writeHead(
      reply.status,
      reply.status === 204 ? reply.headers : { ...reply.headers, 'content-length': body.length },
    )
    outgoing.end(body)
  } catch (error) {
    // An intended fault or a caller that is gone: there is no response to send.
    if (isLost(error) || outgoing.headersSent) incoming.socket.destroy()
    else sayFailed(outgoing, error)
  }
}

const isLost = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'AbortError' || ('code' in error && error.code === 'ECONNRESET'))

function sayFailed(outgoing: ServerResponse, error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  const message = error instanceof Error ? error.message : String(error)
  outgoing.writeHead(500, { 'content-type': 'application/json' })
  outgoing.end(JSON.stringify({ error: { type: 'api_error', message } }))
}

/** Listens on the loopback interface; port 0 picks a free port. */
export function openListener(answer: RequestHandler) {
  const server = createServer((incoming, outgoing) => void serve(answer, incoming, outgoing))
  let address: Promise<{ port: number; host: string }> | undefined
  return {
    listen(port = 0): Promise<{ port: number; host: string }> {
      address ??= new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, () => {
          const bound = server.address()
          resolve({ port: typeof bound === 'object' && bound ? bound.port : 0, host })
        })
      })
      return address
    },
    async close(): Promise<void> {
      if (!address) return
      await address
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}
