import { once } from 'node:events'
import { createServer, request as httpRequest } from 'node:http'
import type { BucketSettings } from '#config/media-settings.ts'

export type BucketGate = {
  endpoint: string
  answering(): number
  /** Decides whether a request hangs or breaks; none does by default. */
  troubleAt: (method: string, path: string) => 'hangs' | 'breaks' | null
  close(): Promise<void>
}

/** Answers requests without a key as a public bucket does where `isOpen`. It rejects newer checksums. */
export async function openGate(
  { endpoint }: Pick<BucketSettings, 'endpoint'>,
  isOpen: (path: string) => boolean,
): Promise<BucketGate> {
  let answering = 0
  const server = createServer((asked, answer) => {
    if (!asked.headers.authorization && isOpen(asked.url ?? '')) return answer.end('for everybody')
    const { method, headers, url } = asked
    if (headers['x-amz-sdk-checksum-algorithm'] || headers['x-amz-trailer'])
      return answer.writeHead(501).end()
    const trouble = gate.troubleAt(method ?? '', url ?? '')
    if (trouble === 'breaks') return asked.destroy()
    if (trouble === 'hangs') return asked.pause()
    const passed = httpRequest(new URL(url ?? '/', endpoint), { method, headers }, (found) => {
      answering += 1
      answer.writeHead(found.statusCode ?? 502, found.headers)
      found.pipe(answer)
      answer.once('close', () => {
        answering -= 1
        found.destroy()
      })
    })
    passed.on('error', () => answer.destroy())
    return asked.pipe(passed)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const gate: BucketGate = {
    endpoint: `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`,
    answering: () => answering,
    troubleAt: () => null,
    async close() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
  return gate
}
