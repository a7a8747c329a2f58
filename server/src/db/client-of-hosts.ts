import { callbackify } from 'node:util'
import { Client, type ClientConfig } from 'pg'
import { urlsOfHosts } from '#config/urls-of-hosts.ts'

const classes = new Map<string, typeof Client>()

/**
 * A client class for a primary server and its standbys. A client connects to the host that last accepted writes; a
 * failure, or a standby, makes the next client try the next host.
 */
export function clientOfHosts(url: string): typeof Client {
  const known = classes.get(url)
  if (known) return known
  const urls = urlsOfHosts(url)
  let current = 0

  class ClientOfPrimary extends Client {
    readonly #host: number
    #isStandby = false

    constructor(config: ClientConfig) {
      super({ ...config, connectionString: urls[current]! })
      this.#host = current
      this.connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
        if (parameterName === 'in_hot_standby') this.#isStandby = parameterValue === 'on'
      })
    }

    override connect(): Promise<Client>
    override connect(callback: (error: Error | null) => void): void
    override connect(callback?: (error: Error | null) => void): Promise<Client> | undefined {
      if (!callback) return this.#connectToPrimary()
      callbackify(() => this.#connectToPrimary())(callback)
      return undefined
    }

    async #connectToPrimary(): Promise<this> {
      try {
        await super.connect()
        if (!this.#isStandby) return this
        await super.end()
        throw new Error(`${this.host}:${this.port} is a standby server that does not accept writes yet`)
      } catch (error) {
        // Others may have moved on already.
        if (current === this.#host) current = (current + 1) % urls.length
        throw error
      }
    }
  }
  classes.set(url, ClientOfPrimary)
  return ClientOfPrimary
}
