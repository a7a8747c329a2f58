import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** A server that this process may connect to. */
export type Destination = {
  /** A name or an IP address; `*.` stands for any name in front. */
  host: string
  /** null: any port. */
  port: number | null
  /** Whether the name has to resolve to addresses of the internet. */
  isPublic: boolean
}

/** A host as URLs, settings and sockets write it, in one form. */
export const plainHost = (host: string): string =>
  host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')

const hasHost = ({ host }: Destination, asked: string) =>
  host.startsWith('*.') ? asked.endsWith(host.slice(1)) : host === asked

/** The destinations of a host name or an address, on any port. */
export const destinationsAt = (allowed: readonly Destination[], host: string): Destination[] =>
  allowed.filter((one) => hasHost(one, plainHost(host)))

/** Whether one of `destinations` has this port and may have this address; a name is judged when it is resolved. */
export const reaches = (destinations: readonly Destination[], port: number, host: string): boolean =>
  destinations.some(
    (one) =>
      (one.port === null || one.port === port) &&
      (!one.isPublic || isIP(host) === 0 || isPublicAddress(host)),
  )
