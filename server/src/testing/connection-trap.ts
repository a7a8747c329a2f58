import { loopback } from '#egress/destinations.ts'
import { guardConnections } from '#egress/guard-connections.ts'

let refused: string[] = []

/** The outgoing connections attempted since the last call, even when the error was swallowed. */
export function takeRefusals(): string[] {
  const taken = refused
  refused = []
  return taken
}

/** Restricts this process to loopback connections. */
export const armTrap = (): void => guardConnections(loopback(null), (target) => refused.push(target))
