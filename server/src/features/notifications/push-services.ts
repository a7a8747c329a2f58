import { loopbackNames } from '#config/loopback.ts'

const isNamed = (hostname: string, allowed: string) =>
  allowed.startsWith('*.') ? hostname.endsWith(allowed.slice(1)) : hostname === allowed

/**
 * True for an address of a push service this site sends to. Anything else a browser names could be a machine behind our
 * own walls. Without TLS only this machine may be named, for tests.
 */
export function isPushService(endpoint: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password } = new URL(endpoint)
  if (username || password || !hosts.some((allowed) => isNamed(hostname, allowed))) return false
  const isHere = loopbackNames.has(hostname)
  return isHere ? protocol === 'http:' : protocol === 'https:' && port === ''
}
