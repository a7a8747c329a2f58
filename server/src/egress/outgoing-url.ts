import { loopbackNames } from '#config/loopback.ts'

/**
 * Whether the site may send to an address that a person entered: a host that `isHost` knows, with TLS on the usual
 * port. Any other could reach a machine in our own network. Without TLS only this machine is allowed, for tests.
 */
export function isOutgoingUrl(text: string, isHost: (hostname: string) => boolean): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, port, username, password } = new URL(text)
  if (username || password || !isHost(hostname)) return false
  return loopbackNames.has(hostname) ? protocol === 'http:' : protocol === 'https:' && port === ''
}
