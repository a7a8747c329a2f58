import type { ClientConfig } from 'pg'

/** A server reached through a private Unix socket. `host` is the socket's folder. */
export type SocketConnection = { host: string; port: number; user: string; database: string }

export type DatabaseAddress = { url: string } | { connection: SocketConnection }

/** The settings of every connection. Connecting times out after 3 s. */
export function toClientConfig(address: DatabaseAddress): ClientConfig {
  return {
    ...('url' in address ? { connectionString: address.url } : address.connection),
    application_name: 'touchline',
    connectionTimeoutMillis: 3_000,
    keepAlive: true,
  }
}

export function onDatabase(address: DatabaseAddress, database: string): DatabaseAddress {
  if ('connection' in address) return { connection: { ...address.connection, database } }
  const url = new URL(address.url)
  url.pathname = `/${database}`
  return { url: url.href }
}
