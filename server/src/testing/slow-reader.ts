import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import type { Socket } from 'node:net'
import { type Caller, cookiesOf } from './caller.ts'

export type SlowReader = {
  status: number
  /** Reads the rest; returns the total size, its hash, and whether the connection was aborted. */
  rest(): Promise<{ received: number; sha256: string; isCut: boolean }>
  hangUp(): void
}

/** Starts a request and reads nothing more until `rest`, so that most of a long file waits in the server. */
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

const portOf = (address = '') => Number.parseInt(address.split(':')[1] ?? '', 16)

/** Returns 0 where the kernel does not report it. The kernel lets 30 kB to some megabytes wait. */
async function waitingInSystem({ localPort, remotePort }: Socket): Promise<number> {
  const table = await readFile('/proc/net/tcp', 'utf8').catch(() => '')
  for (const line of table.split('\n')) {
    const [, local, remote, , queues] = line.trim().split(/\s+/)
    if (portOf(local) === localPort && portOf(remote) === remotePort)
      return Number.parseInt(queues?.split(':')[1] ?? '0', 16)
  }
  return 0
}

/** `received` returns how many bytes were read, `arrived` how many have arrived. */
export async function readAtPaceOf(
  bytesPerSecond: number,
  ...[siteUrl, path, caller]: Parameters<typeof readSlowly>
): Promise<{ received(): number; arrived(): Promise<number>; isCut(): boolean; hangUp(): void }> {
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
  return {
    received: () => received,
    arrived: async () => received + response.readableLength + (await waitingInSystem(response.socket)),
    isCut: () => isCut,
    hangUp: () => void response.destroy(),
  }
}
