import { loopbackNames } from '#config/loopback.ts'

const matchesHost = (hostname: string, allowed: string) =>
  allowed.startsWith('*.') ? hostname.endsWith(allowed.slice(1)) : hostname === allowed

/** Any other address could reach a machine in our own network. Without TLS only this machine is allowed, for tests. */
export function isPushService(endpoint: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password } = new URL(endpoint)
  if (username || password || !hosts.some((allowed) => matchesHost(hostname, allowed))) return false
  const isLoopback = loopbackNames.has(hostname)
  return isLoopback ? protocol === 'http:' : protocol === 'https:' && port === ''
}
