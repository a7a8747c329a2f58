import { once } from 'node:events'
import { createServer } from 'node:net'

export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, '127.0.0.1')
      await once(server, 'listening')
      return server
    }),
  )
  const ports = servers.map((server) => {
    const address = server.address()
    return address !== null && typeof address === 'object' ? address.port : 0
  })
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return ports
}
