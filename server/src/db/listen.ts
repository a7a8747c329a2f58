import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'
import { type DatabaseAddress, newClient } from './address.ts'

const firstPauseMs = 100
const maxPauseMs = 5_000
const farewellMs = 500

/** A broken network path reports no error. */
type Pulse = { everyMs: number; answerMs: number }
const usualPulse: Pulse = { everyMs: 30_000, answerMs: 5_000 }

/**
 * Reconnects a connection that breaks or hangs. Payloads are ids, never content. `onGap` is called after each
 * reconnection: messages in between are lost. Resolves once the first connection listens, or throws.
 */
export async function listenTo(
  address: DatabaseAddress,
  channel: string,
  onMessage: (payload: string) => void,
  onGap: () => void = () => {},
  pulse: Pulse = usualPulse,
): Promise<{ isListening: () => boolean; close: () => Promise<void> }> {
  const closing = new AbortController()
  let isListening = false
  let client = await connect()

  async function connect(): Promise<Client> {
    const next = newClient(address)
    next.on('error', () => {})
    next.on('notification', (message) => onMessage(message.payload ?? ''))
    try {
      await next.connect()
      await next.query(`listen ${next.escapeIdentifier(channel)}`)
    } catch (error) {
      await next.end().catch(() => {})
      throw error
    }
    isListening = true
    next.once('end', () => (isListening = false))
    next.once('end', watchConnection(next, pulse))
    next.once('end', () => void reconnect())
    return next
  }

  async function reconnect(pauseMs = firstPauseMs): Promise<void> {
    try {
      await wait(pauseMs, undefined, { signal: closing.signal })
      client = await connect()
    } catch {
      if (!closing.signal.aborted) await reconnect(Math.min(pauseMs * 2, maxPauseMs))
      return
    }
    if (closing.signal.aborted) await client.end()
    else onGap()
  }

  return {
    isListening: () => isListening,
    close: async () => {
      closing.abort()
      // A hanging server never confirms the end of a connection.
      const cut = setTimeout(() => client.connection.stream.destroy(), farewellMs)
      await client.end()
      clearTimeout(cut)
    },
  }
}

/** Destroys a connection whose server does not answer. Returns the function that stops checking. */
function watchConnection(client: Client, { everyMs, answerMs }: Pulse): () => void {
  const asking = setInterval(async () => {
    const cut = setTimeout(() => client.connection.stream.destroy(), answerMs).unref()
    await client.query('select 1').catch(() => {})
    clearTimeout(cut)
  }, everyMs)
  asking.unref()
  return () => clearInterval(asking)
}
