import { createHash } from 'node:crypto'

import { isRefusal, refuse } from '#api/refusals.ts'
import type { World } from '#engine/world.ts'

export type StoredResponse = { status: number; body: string; request: string; replayed?: boolean }

const retentionMs = 24 * 60 * 60 * 1000

// Not even a hash of the card number is stored: there are few enough numbers to try them all.
const cardNumber = /(card(?:\]|%5D)?(?:\[|%5B)number(?:\]|%5D)=)[^&]*/gi

/** The fingerprint of the request that a key is bound to. */
export function fingerprintOf(method: string, path: string, body: string): string {
  const kept = body.replace(cardNumber, '$1')
  return createHash('sha256').update(`${method} ${path}\n${kept}`).digest('base64')
}

/** The time (ms) by which keys age: the sandbox's clock may be far ahead of real time, or stand still. */
export const ageClock = (world: World): number => Math.max(Date.now(), world.now() * 1000)

/** Rejects an invalid key, or one whose first request is still running. */
export function checkKey(key: string, running: ReadonlySet<string>): void {
  if (key.length > 255)
    throw refuse(400, {
      type: 'idempotency_error',
      message: 'An idempotency key has 255 characters at most.',
    })
  if (running.has(key))
    throw refuse(409, {
      type: 'idempotency_error',
      code: 'idempotency_key_in_use',
      message: `There is currently another in-progress request using this Idempotent Key (${key}).`,
    })
}

/** The stored response of an idempotency key, for a day. Rejects the key with a different request. */
export function storedResponse(world: World, key: string, fingerprint: string): StoredResponse | undefined {
  const row = world.store.sql('SELECT * FROM answers WHERE key = ?').get(key)
  if (!row || Number(row['kept']) < ageClock(world) - retentionMs) return undefined
  if (row['fingerprint'] !== fingerprint)
    throw refuse(400, {
      type: 'idempotency_error',
      message:
        'Keys for idempotent requests can only be used with the same parameters they were first used with. ' +
        `Try using a key other than '${key}' if you meant to execute a different request.`,
    })
  return {
    status: Number(row['status']),
    body: String(row['body']),
    request: String(row['request']),
    replayed: true,
  }
}

/** True for outcomes of a started request, server errors too; false for earlier refusals and unreadable cards. */
export function isReplayable(error: unknown): boolean {
  if (!isRefusal(error)) return true
  if (error.status === 402) return error.body.param === undefined
  if (error.body.type === 'idempotency_error') return false
  return error.isUnread !== true && error.status !== 409 && error.status !== 429
}

export function saveResponse(world: World, key: string, fingerprint: string, answer: StoredResponse): void {
  world.store
    .sql(
      'INSERT OR REPLACE INTO answers (key, fingerprint, status, body, request, kept) VALUES (?, ?, ?, ?, ?, ?)',
    )
    .run(key, fingerprint, answer.status, answer.body, answer.request, ageClock(world))
}

/** Deletes responses older than a day, oldest first. */
export function deleteOldResponses(world: World): void {
  const { store } = world
  for (;;) {
    const row = store.sql('SELECT rowid AS nth, kept FROM answers ORDER BY rowid LIMIT 1').get()
    if (!row || Number(row['kept']) >= ageClock(world) - retentionMs) return
    store.sql('DELETE FROM answers WHERE rowid = ?').run(row['nth']!)
  }
}
