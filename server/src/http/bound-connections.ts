import type { Server, Socket } from 'node:net'

/** How many connections a server holds, and how many of one address, unless `isTrusted` says that others stand behind it. */
export type ConnectionBounds = {
  most: number
  perAddress: number
  isTrusted: (address: string) => boolean
}

/**
 * Drops connections above what one address, or everybody together, may hold. Behind a proxy all connections are the
 * proxy's, which has bounds of its own (docs/operating.md).
 */
export function boundConnections(server: Server, { most, perAddress, isTrusted }: ConnectionBounds): void {
  const held = new Map<string, number>()
  server.maxConnections = most
  server.on('connection', (socket: Socket) => {
    const { remoteAddress: address } = socket
    if (address === undefined || isTrusted(address)) return
    const count = (held.get(address) ?? 0) + 1
    if (count > perAddress) {
      socket.destroy()
      return
    }
    held.set(address, count)
    socket.once('close', () => {
      const left = (held.get(address) ?? 1) - 1
      if (left > 0) held.set(address, left)
      else held.delete(address)
    })
  })
}
