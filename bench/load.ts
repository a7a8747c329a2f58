import { Agent, type IncomingHttpHeaders, request } from 'node:http'

export type Shot = { method: string; path: string; headers?: Record<string, string>; body?: string }
export type Answer = { headers: Record<string, string>; body: string; cookies: string }

/**
 * Sends a request from a loopback address, so that rate limits see many visitors. Fails unless it succeeds.
 */
export function send(baseUrl: string, shot: Shot, from: string, agent?: Agent): Promise<Answer> {
  const { method, path, headers = {}, body } = shot
  const { hostname, port } = new URL(baseUrl)
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const options = {
      host: hostname,
      port,
      agent,
      method,
      path,
      localAddress: from,
      headers: { ...headers, ...length },
    }
    const asked = request(options, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => {
        const all = Buffer.concat(parts)
        if ((response.statusCode ?? 500) >= 300)
          return reject(
            new Error(`${method} ${path}: ${response.statusCode} ${all.toString().slice(0, 200)}`),
          )
        const cookies = (response.headers['set-cookie'] ?? [])
          .map((cookie) => cookie.split(';')[0])
          .join('; ')
        return resolve({ headers: ownHeaders(response.headers), body: all.toString(), cookies })
      })
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

// Node writes these two headers for every response.
const ownHeaders = ({ date: _date, connection: _connection, ...headers }: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

/** Sends `count` requests over `lanes` keep-alive connections and returns the last response. */
export async function load(
  baseUrl: string,
  shotAt: (index: number) => Shot,
  count: number,
  lanes = 8,
): Promise<Answer> {
  const agent = new Agent({ keepAlive: true, maxSockets: lanes })
  let next = 0
  let last: Answer = { headers: {}, body: '', cookies: '' }
  const lane = async () => {
    while (next < count) last = await send(baseUrl, shotAt(next++), '127.0.0.1', agent)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  agent.destroy()
  return last
}
