import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'

type Handler = (request: Request) => Promise<Response>

const host = '127.0.0.1'

function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD'
  return new Request(`http://${host}${incoming.url ?? '/'}`, {
    method: incoming.method ?? 'GET',
    headers,
    signal,
    ...(hasBody ? { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' as const } : {}),
  })
}

async function serve(handler: Handler, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const gone = new AbortController()
  outgoing.on('close', () => gone.abort())
  try {
    const response = await handler(toRequest(incoming, gone.signal))
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    outgoing.end(Buffer.from(await response.arrayBuffer()))
  } catch {
    // A fault that was asked for, or a caller that is gone: either way there is nobody to answer.
    incoming.socket.destroy()
  }
}

/** Serves a handler on the loopback interface; port 0 is a free one. */
export function openListener(handler: Handler) {
  const server = createServer((incoming, outgoing) => void serve(handler, incoming, outgoing))
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
