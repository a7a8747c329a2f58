import { AsyncLocalStorage } from 'node:async_hooks'
import fs from 'node:fs'
import files from 'node:fs/promises'
import http, { type IncomingMessage } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { Client } from 'pg'
import { PgBoss } from 'pg-boss'

/**
 * Loaded before the site (`node --import`) by the tests that kill it: names every instant at which something is about
 * to leave the process - a statement, a call of the provider and what came back, a file that is synced, moved or
 * removed, an answer - and ends the process at the one it is told. So no point can be forgotten in the site's own
 * code, which knows nothing of this.
 *
 * Told `{ killAt }`, it tells `{ reached }` for each point: what is being worked on, what is about to happen, and the
 * how many-th time of that piece of work.
 */
type Work = { name: string; counts: Map<string, number> }

const working = new AsyncLocalStorage<Work>()
let killAt: string | null = null

process.on('message', (told: { killAt: string | null }) => {
  killAt = told.killAt
  process.send?.({ isTold: true })
})
process.channel?.unref()

function reach(what: string): void {
  const work = working.getStore()
  if (!work) return
  const count = (work.counts.get(what) ?? 0) + 1
  work.counts.set(what, count)
  const point = `${work.name} > ${what}${count > 1 ? ` (${count})` : ''}`
  if (point === killAt) process.kill(process.pid, 'SIGKILL')
  process.send?.({ reached: point })
}

/** Replaces a function of `owner` by one that reaches a point first. */
function before(owner: object, name: string, pointOf: (args: unknown[]) => string | null): void {
  const original: unknown = Reflect.get(owner, name)
  if (typeof original !== 'function') throw new Error(`there is no ${name} to stand before`)
  Reflect.set(owner, name, function standIn(this: unknown, ...args: unknown[]) {
    const point = pointOf(args)
    if (point !== null) reach(point)
    return Reflect.apply(original, this, args)
  })
}

/** The statement's verb and what it changes; reading changes nothing, so that dying before it is dying after the last. */
function statementIn(text: string): string | null {
  const change = /\b(insert into|update|delete from)\s+((?:"?[a-z_]+"?\.)?"?[a-z_]+"?)(?!\s*skip)/i.exec(
    text.replaceAll(/for (no key )?update/gi, ''),
  )
  if (change) return `${change[1]} ${change[2]!.replaceAll('"', '')}`.toLowerCase()
  return /^\s*(commit)\b/i.exec(text)?.[1]?.toLowerCase() ?? null
}

before(Client.prototype, 'query', ([asked]) => {
  const text: unknown =
    typeof asked === 'string'
      ? asked
      : asked && typeof asked === 'object' && 'text' in asked
        ? asked.text
        : ''
  return typeof text === 'string' ? statementIn(text) : null
})

for (const name of ['rename', 'link', 'unlink', 'rm']) before(files, name, () => `${name} a file`)
before(fs, 'fsync', () => 'sync a file')
const probe = await files.open(new URL(import.meta.url))
before(Object.getPrototypeOf(probe), 'sync', () => 'sync a folder')
await probe.close()

const withoutIds = (path: string) => path.split('?')[0]!.replaceAll(/(?<=\/)[\w-]{20,}/g, ':id')

const request = http.request
Reflect.set(http, 'request', (...args: unknown[]) => {
  const [asked] = args
  const { method = 'GET', path = '' } = (asked ?? {}) as { method?: string; path?: string }
  const what = `${method} ${withoutIds(path)}`
  if (method !== 'GET') reach(`ask the provider to ${what}`)
  const made: http.ClientRequest = Reflect.apply(request, http, args)
  if (method !== 'GET') made.once('response', () => reach(`hear that it did ${what}`))
  return made
})
syncBuiltinESMExports()

before(http.ServerResponse.prototype, 'end', () => 'answer')

const emit = http.Server.prototype.emit
http.Server.prototype.emit = function emitWorking(
  this: http.Server,
  event: string | symbol,
  ...args: unknown[]
) {
  if (event !== 'request') return Reflect.apply(emit, this, [event, ...args])
  const { method, url = '' } = args[0] as IncomingMessage
  return working.run({ name: `${method} ${withoutIds(url)}`, counts: new Map() }, () =>
    Reflect.apply(emit, this, [event, ...args]),
  )
} as typeof emit

const work = PgBoss.prototype.work
Reflect.set(PgBoss.prototype, 'work', function workKnown(this: PgBoss, queue: string, ...args: unknown[]) {
  const handler = args.pop() as (...given: unknown[]) => unknown
  const known = (...given: unknown[]) =>
    working.run({ name: `job ${queue}`, counts: new Map() }, () => handler(...given))
  return Reflect.apply(work, this, [queue, ...args, known])
})
