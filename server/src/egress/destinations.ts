import { Client } from 'pg'
import type { Config } from '#config/config.ts'
import { loopbackNames } from '#config/loopback.ts'
import type { Destination } from './destination.ts'

const portOf: Record<string, number> = { 'http:': 80, 'https:': 443, 'smtp:': 587, 'smtps:': 465 }

/** The server of an address in the settings. The operator chose it, so it may be in a private network. */
function chosen(url: string | URL): Destination {
  const { hostname, port, protocol } = new URL(url)
  return { host: hostname, port: port ? Number(port) : (portOf[protocol] ?? null), isPublic: false }
}

function databaseServer(connectionString: string): Destination {
  // What pg makes of it, with the variables that PostgreSQL's own programs read.
  const { host, port } = new Client({ connectionString })
  return { host, port, isPublic: false }
}

/** This machine, on one port or on any. */
export const loopback = (port: number | null): Destination[] =>
  [...loopbackNames].map((host) => ({ host, port, isPublic: false }))

const pushService = (host: string): Destination =>
  loopbackNames.has(host) ? { host, port: null, isPublic: false } : { host, port: 443, isPublic: true }

/** Every server this site may connect to, from its settings; there are no others. */
export function destinationsOf(config: Config): Destination[] {
  const { databaseUrl, publicUrl, host, port, metrics, media, mail, payments, pushHosts } = config
  return [
    ...(databaseUrl ? [databaseServer(databaseUrl)] : []),
    ...(media.s3 ? [chosen(media.s3.endpoint)] : []),
    ...(mail.smtpUrl ? [chosen(mail.smtpUrl)] : []),
    ...(payments.stripe?.apiBase ? [chosen(payments.stripe.apiBase)] : []),
    ...(payments.stripe ? [{ host: 'api.stripe.com', port: 443, isPublic: true }] : []),
    ...pushHosts.map(pushService),
    // The sandbox sends its events to this site, and a name to listen at has to be resolved.
    ...(publicUrl ? [chosen(publicUrl)] : []),
    ...[host, ...(metrics ? [metrics.host] : [])].map((name) => ({ host: name, port, isPublic: false })),
    // On port 0 the system chooses one later.
    ...loopback(port === 0 ? null : port),
  ]
}
