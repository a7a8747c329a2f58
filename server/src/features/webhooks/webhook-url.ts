import { isIP } from 'node:net'
import type { Config } from '#config/config.ts'
import { loopbackNames } from '#config/loopback.ts'
import { destinationsOf } from '#egress/destinations.ts'
import { isOutgoingUrl } from '#egress/outgoing-url.ts'

const isPublicName = (hostname: string) =>
  /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(hostname) &&
  isIP(hostname) === 0 &&
  !loopbackNames.has(hostname) &&
  !/\.(localhost|local|internal|lan|home\.arpa)$/.test(hostname)

/** Whether webhooks may be sent to `url`: never to this machine, a private network, or a server of the settings. */
export function isWebhookUrl(url: string, config: Config): boolean {
  return isOutgoingUrl(url, (hostname) => {
    if (config.localWebhookHosts.includes(hostname)) return true
    const isOurs = destinationsOf(config).some(({ host, isPublic }) => !isPublic && host === hostname)
    return isPublicName(hostname) && !isOurs
  })
}
