import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** A server this process may connect to. */
export type Destination = {
  /** A host name or IP address; a leading `*.` matches any prefix. */
  host: string
  /** Null allows any port. */
  port: number | null
  /** Whether the name must resolve to a public address. */
  isPublic: boolean
}

/** Normalises a host from a URL, a setting or a socket. */
export const plainHost = (host: string): string =>
  host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')

const hasHost = ({ host }: Destination, asked: string) =>
  host.startsWith('*.') ? asked.endsWith(host.slice(1)) : host === asked

export const destinationsAt = (allowed: readonly Destination[], host: string): Destination[] =>
  allowed.filter((one) => hasHost(one, plainHost(host)))

/** Whether one of `destinations` allows this port and address. A name is checked again when it resolves. */
export const reaches = (destinations: readonly Destination[], port: number, host: string): boolean =>
  destinations.some(
    (one) =>
      (one.port === null || one.port === port) &&
      (!one.isPublic || isIP(host) === 0 || isPublicAddress(host)),
  )
