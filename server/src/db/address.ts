import { Client } from 'pg'
import { urlsOfHosts } from '#config/urls-of-hosts.ts'
import { clientOfHosts } from './client-of-hosts.ts'

/** A server reached through a private Unix socket. `host` is the socket's folder. */
export type SocketConnection = { host: string; port: number; user: string; database: string }

export type DatabaseAddress = { url: string } | { connection: SocketConnection }

/** The server, and the class of clients that finds it among several hosts. */
export function toServerConfig(address: DatabaseAddress) {
  const hasSeveralHosts = 'url' in address && urlsOfHosts(address.url).length > 1
  return {
    Client: hasSeveralHosts ? clientOfHosts(address.url) : Client,
    ...('url' in address ? { connectionString: address.url } : address.connection),
  }
}

/** The settings of every client and pool. Connecting times out after 3 s. */
export const toClientConfig = (address: DatabaseAddress) => ({
  ...toServerConfig(address),
  application_name: 'touchline',
  connectionTimeoutMillis: 3_000,
  keepAlive: true,
})

export function newClient(address: DatabaseAddress): Client {
  const config = toClientConfig(address)
  return new config.Client(config)
}

export function onDatabase(address: DatabaseAddress, database: string): DatabaseAddress {
  if ('connection' in address) return { connection: { ...address.connection, database } }
  const url = new URL(address.url)
  url.pathname = `/${database}`
  return { url: url.href }
}
