import { isOutgoingUrl } from '#egress/outgoing-url.ts'

const matchesHost = (hostname: string, allowed: string) =>
  allowed.startsWith('*.') ? hostname.endsWith(allowed.slice(1)) : hostname === allowed

/** Whether push messages may be sent to this address: one of a push service of the settings. */
export const isPushService = (endpoint: string, hosts: readonly string[]): boolean =>
  isOutgoingUrl(endpoint, (hostname) => hosts.some((allowed) => matchesHost(hostname, allowed)))
