import { loopback } from '#egress/destinations.ts'
import { guardConnections } from '#egress/guard-connections.ts'

let refused: string[] = []

/** What tried to leave this machine since the last call, whoever swallowed the error. */
export function takeRefusals(): string[] {
  const taken = refused
  refused = []
  return taken
}

/** Lets nothing in this process connect to anything but this machine. */
export const armTrap = (): void => guardConnections(loopback(null), (target) => refused.push(target))
