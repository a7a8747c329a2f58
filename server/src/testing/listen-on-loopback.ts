import { once } from 'node:events'
import type { Server } from 'node:net'

export async function listenHere(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('the server has no port')
  return bound.port
}
