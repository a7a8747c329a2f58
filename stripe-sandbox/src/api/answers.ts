import { createHash } from 'node:crypto'

import { refuse } from '#api/refusals.ts'
import type { Store } from '#engine/store.ts'

export type Answer = { status: number; body: string; request: string; replayed?: boolean }

const keptMs = 24 * 60 * 60 * 1000

/** What a key is bound to. */
export function fingerprintOf(method: string, path: string, body: string): string {
  return createHash('sha256').update(`${method} ${path}\n${body}`).digest('base64')
}

/**
 * The stored answer of this idempotency key. The same key with another request is refused; so is one whose
 * first request is still running (`running`).
 */
export function storedAnswer(
  store: Store,
  key: string,
  fingerprint: string,
  running: ReadonlySet<string>,
): Answer | undefined {
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
  const row = store.sql('SELECT * FROM answers WHERE key = ?').get(key)
  if (!row) return undefined
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

/** Keeps an answer for replay: successes, declines and failures of the server, but not refused input. */
export function keepAnswer(store: Store, key: string, fingerprint: string, answer: Answer): void {
  if (answer.status >= 400 && answer.status < 500 && answer.status !== 402) return
  store
    .sql(
      `INSERT INTO answers (key, fingerprint, status, body, request, kept) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (key) DO UPDATE SET status = excluded.status, body = excluded.body`,
    )
    .run(key, fingerprint, answer.status, answer.body, answer.request, Date.now())
}

/** Forgets the answers older than a day of real time; the oldest come first. */
export function forgetOldAnswers(store: Store): void {
  for (;;) {
    const row = store.sql('SELECT rowid AS nth, kept FROM answers ORDER BY rowid LIMIT 1').get()
    if (!row || Number(row['kept']) >= Date.now() - keptMs) return
    store.sql('DELETE FROM answers WHERE rowid = ?').run(row['nth']!)
  }
}
