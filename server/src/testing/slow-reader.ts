import { createHash } from 'node:crypto'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import { type Caller, cookiesOf } from './caller.ts'

export type SlowReader = {
  status: number
  /** Reads what is left and tells how much came in all, its hash, and whether the connection was cut before the end. */
  rest(): Promise<{ received: number; sha256: string; isCut: boolean }>
  hangUp(): void
}

/** Begins to read an address and takes nothing more of it until `rest`: most of a long file waits in the server. */
export async function readSlowly(
  siteUrl: string,
  path: string,
  caller: Pick<Caller, 'cookies'>,
): Promise<SlowReader> {
  const headers = { cookie: cookiesOf(caller) }
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    httpRequest(new URL(path, siteUrl), { headers, agent: false }, resolve).on('error', reject).end()
  })
  return {
    status: response.statusCode ?? 0,
    async rest() {
      let received = 0
      let isCut = false
      const hash = createHash('sha256')
      try {
        for await (const chunk of response) {
          hash.update(chunk)
          received += Buffer.byteLength(chunk)
        }
      } catch {
        isCut = true
      }
      return { received, sha256: hash.digest('hex'), isCut }
    },
    hangUp: () => void response.destroy(),
  }
}

/** Reads an address at a pace until it ends, is cut or hung up: `received` tells how much has come so far. */
export async function readAtPaceOf(
  bytesPerSecond: number,
  ...[siteUrl, path, caller]: Parameters<typeof readSlowly>
): Promise<{ received(): number; isCut(): boolean; hangUp(): void }> {
  const headers = { cookie: cookiesOf(caller) }
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    httpRequest(new URL(path, siteUrl), { headers, agent: false }, resolve).on('error', reject).end()
  })
  const stepMs = 50
  let received = 0
  let isCut = false
  const timer = setInterval(() => {
    for (let left = (bytesPerSecond * stepMs) / 1000; left > 0;) {
      const chunk: Buffer | null = response.read(Math.min(left, response.readableLength) || undefined)
      if (!chunk) return
      received += chunk.length
      left -= chunk.length
    }
  }, stepMs)
  response.on('error', () => (isCut = true)).on('close', () => clearInterval(timer))
  return { received: () => received, isCut: () => isCut, hangUp: () => void response.destroy() }
}
