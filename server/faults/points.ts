import { AsyncLocalStorage } from 'node:async_hooks'
import fs from 'node:fs'
import files from 'node:fs/promises'
import http from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { basename } from 'node:path'
import { Client } from 'pg'
import { PgBoss } from 'pg-boss'

/**
 * Preloaded (`node --import`) into the site by the tests that kill it. It names every instant at which something is
 * about to leave the process: a statement, a call of the provider and its response, a file that is synced, moved or
 * removed, an HTTP response. It ends the process at the requested one. The site's own code knows nothing of this, so no
 * point can be forgotten. The message `{ killAt }` sets the point. `{ reached }` reports each point: the unit of work,
 * what is about to happen, and how often it has happened in that unit. A program that serves no requests is one unit of
 * work and reads `KILL_AT`.
 */
type Work = { name: string; counts: Map<string, number> }

const working = new AsyncLocalStorage<Work>()
let killAt: string | null = process.env['KILL_AT'] ?? null
const program = basename(process.argv[1] ?? '', '.ts')
const whole: Work | undefined = program === 'main' ? undefined : { name: program, counts: new Map() }

process.on('message', (message: { killAt: string | null }) => {
  killAt = message.killAt
  process.send?.({ isTold: true })
})
process.channel?.unref()

function reach(what: string): void {
  const work = working.getStore() ?? whole
  if (!work) return
  const count = (work.counts.get(what) ?? 0) + 1
  work.counts.set(what, count)
  const point = `${work.name} > ${what}${count > 1 ? ` (${count})` : ''}`
  if (point === killAt) process.kill(process.pid, 'SIGKILL')
  process.send?.({ reached: point })
}

type Call = (...args: unknown[]) => unknown

/** Wraps a function of `owner`; `go` is the original call with its arguments. */
function standIn(owner: object, name: string, wrap: (args: unknown[], go: Call) => unknown): void {
  const original: unknown = Reflect.get(owner, name)
  if (typeof original !== 'function') throw new Error(`there is no ${name} to stand in for`)
  Reflect.set(owner, name, function stoodIn(this: unknown, ...args: unknown[]) {
    return wrap(args, (...given) => Reflect.apply(original, this, given))
  })
}

/** Reaches a point before calling. */
function before(owner: object, name: string, pointOf: (args: unknown[]) => string | null): void {
  standIn(owner, name, (args, go) => {
    const point = pointOf(args)
    if (point !== null) reach(point)
    return go(...args)
  })
}

const textOf = (thing: unknown, field: string): string => {
  const value: unknown = thing !== null && typeof thing === 'object' ? Reflect.get(thing, field) : undefined
  return typeof value === 'string' ? value : ''
}

/**
 * A statement's verb and table. Reads are left out: dying before one equals dying after the previous write.
 */
function statementIn(text: string): string | null {
  const change = /\b(insert into|update|delete from)\s+((?:"?[a-z_]+"?\.)?"?[a-z_]+"?)(?!\s*skip)/i.exec(
    text.replaceAll(/for (no key )?update/gi, ''),
  )
  if (change) return `${change[1]} ${change[2]!.replaceAll('"', '')}`.toLowerCase()
  return /^\s*(commit)\b/i.exec(text)?.[1]?.toLowerCase() ?? null
}

before(Client.prototype, 'query', ([asked]) =>
  statementIn(typeof asked === 'string' ? asked : textOf(asked, 'text')),
)

for (const name of ['rename', 'link', 'unlink', 'rm']) before(files, name, () => `${name} a file`)
before(fs, 'fsync', () => 'sync a file')
const probe = await files.open(new URL(import.meta.url))
before(Object.getPrototypeOf(probe), 'sync', () => 'sync a folder')
await probe.close()

const withoutIds = (path: string) => path.split('?')[0]!.replaceAll(/(?<=\/)[\w-]{20,}/g, ':id')

standIn(http, 'request', (args, go) => {
  const what = `${textOf(args[0], 'method') || 'GET'} ${withoutIds(textOf(args[0], 'path'))}`
  const isRead = what.startsWith('GET')
  if (!isRead) reach(`ask the provider to ${what}`)
  const made = go(...args)
  if (!isRead && made instanceof http.ClientRequest)
    made.once('response', () => reach(`hear that it did ${what}`))
  return made
})
syncBuiltinESMExports()

before(http.ServerResponse.prototype, 'end', () => 'answer')

const beginWork = (name: string, work: () => unknown) => working.run({ name, counts: new Map() }, work)

standIn(http.Server.prototype, 'emit', (args, go) => {
  const [event, request] = args
  if (event !== 'request') return go(...args)
  return beginWork(`${textOf(request, 'method')} ${withoutIds(textOf(request, 'url'))}`, () => go(...args))
})

standIn(PgBoss.prototype, 'work', (args, go) => {
  const handler = args.at(-1)
  if (typeof handler !== 'function') throw new Error('work without a handler')
  const known = (...given: unknown[]) =>
    beginWork(`job ${String(args[0])}`, () => Reflect.apply(handler, undefined, given))
  return go(...args.slice(0, -1), known)
})
