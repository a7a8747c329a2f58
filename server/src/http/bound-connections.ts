import type { Server, Socket } from 'node:net'
import { openSlots } from '#limits/concurrency.ts'
import { networkOf } from './network-of.ts'

/** A network is an IPv4 address or an IPv6 /64. `isTrusted` exempts proxies, which carry many people. */
export type ConnectionBounds = {
  max: number
  perAddress: number
  isTrusted: (address: string) => boolean
}

/** Behind a proxy all connections are the proxy's, which has limits of its own (docs/operating.md). */
export function boundConnections(server: Server, { max, perAddress, isTrusted }: ConnectionBounds): void {
  const slots = openSlots({ perKey: perAddress })
  server.maxConnections = max
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || isTrusted(remoteAddress)) return
    const release = slots.take(networkOf(remoteAddress))
    if (release) socket.once('close', release)
    else socket.destroy()
  })
}
