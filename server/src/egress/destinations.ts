import { Client } from 'pg'
import type { Config } from '#config/config.ts'
import { loopbackNames } from '#config/loopback.ts'
import { urlsOfHosts } from '#config/urls-of-hosts.ts'
import type { Destination } from './destination.ts'

const portOf: Record<string, number> = { 'http:': 80, 'https:': 443, 'smtp:': 587, 'smtps:': 465 }

/** The server of a URL in the settings. The operator chose it, so its address may be private. */
function chosen(url: string | URL): Destination {
  const { hostname, port, protocol } = new URL(url)
  return { host: hostname, port: port ? Number(port) : (portOf[protocol] ?? null), isPublic: false }
}

function databaseServers(url: string): Destination[] {
  return urlsOfHosts(url).map((connectionString) => {
    // Let pg parse the URL, including the PG* environment variables.
    const { host, port } = new Client({ connectionString })
    return { host, port, isPublic: false }
  })
}

/** This machine, on one port or on any. */
export const loopback = (port: number | null): Destination[] =>
  [...loopbackNames].map((host) => ({ host, port, isPublic: false }))

const pushService = (host: string): Destination =>
  loopbackNames.has(host) ? { host, port: null, isPublic: false } : { host, port: 443, isPublic: true }

/** All servers this site may connect to, from its settings. */
export function destinationsOf(config: Config): Destination[] {
  const { databaseUrl, publicUrl, host, port, metrics, media, mail, payments, pushHosts, localWebhookHosts } =
    config
  return [
    ...(databaseUrl ? databaseServers(databaseUrl) : []),
    ...(media.s3 ? [chosen(media.s3.endpoint)] : []),
    ...(mail.smtpUrl ? [chosen(mail.smtpUrl)] : []),
    ...(payments.stripe?.apiBase ? [chosen(payments.stripe.apiBase)] : []),
    ...(payments.stripe ? [{ host: 'api.stripe.com', port: 443, isPublic: true }] : []),
    ...pushHosts.map(pushService),
    ...localWebhookHosts.map((name) => ({ host: name, port: null, isPublic: false })),
    // The sandbox sends its events to this site, and the names to listen on must resolve.
    ...(publicUrl ? [chosen(publicUrl)] : []),
    ...[host, ...(metrics ? [metrics.host] : [])].map((name) => ({ host: name, port, isPublic: false })),
    // With port 0 the system chooses the port later.
    ...loopback(port === 0 ? null : port),
  ]
}
