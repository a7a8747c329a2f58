import { isSameText } from '#api/secret-api.ts'
import type { Kinds } from '#engine/wire.ts'
import type { World } from '#engine/world.ts'
import { portalToken } from '#resources/portal-sessions.ts'

const unusedSeconds = 5 * 60
const usedSeconds = 60 * 60
const idLength = 24

/** The session an address claims to be of, whether or not it is one. */
export const sessionIdIn = (token: string): string => `bps_${token.slice(0, idLength)}`

/**
 * The session behind the token of an address: undefined for a wrong one, for one nobody opened within five minutes,
 * and an hour after its last use. Opening it counts as use.
 */
export function openPortal(world: World, token: string): Kinds['billing_portal.session'] | undefined {
  const session = world.store.find('billing_portal.session', sessionIdIn(token))
  if (!session || !isSameText(token, portalToken(world, session.id))) return undefined
  const { usedAt } = world.store.hidden(session.id)
  const now = world.now()
  const diesAt = typeof usedAt === 'number' ? usedAt + usedSeconds : session.created + unusedSeconds
  if (now > diesAt) return undefined
  world.store.hide(session.id, { usedAt: now })
  return session
}
