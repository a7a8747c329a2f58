import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { toClientConfig } from '#db/address.ts'
import { migrateDatabase, ourMigrations } from '#db/migrate.ts'
import { backUpBeforeUpgrade } from '#backups/before-upgrade.ts'
import { checkBackup } from '#backups/check-backup.ts'
import { loadDatabase } from '#backups/load-database.ts'
import { formatText, toMarkdown } from '#features/posts/format-text.ts'
import { createEmptyDatabase, type TestDatabase, urlOf } from '#testing/database.ts'

const row = z.record(z.string(), z.unknown())
/**
 * What a database of an earlier release holds: the steps it has run, and rows by table, in the order they can be
 * written.
 */
const release = z.object({
  steps: z.array(z.object({ when: z.number(), hash: z.string() })),
  rows: z.record(z.string(), z.array(row)),
})

const fixtures = fileURLToPath(new URL('fixtures', import.meta.url))
const releases = readdirSync(fixtures).map((name) => {
  const { steps: done, rows } = release.parse(JSON.parse(readFileSync(join(fixtures, name), 'utf8')))
  return { name, steps: done, rows }
})
const known = readMigrationFiles({ migrationsFolder: ourMigrations })

let home: TestDatabase
let client: Client
let folder: string
beforeEach(async () => {
  home = await createEmptyDatabase()
  client = new Client(toClientConfig(home.address))
  await client.connect()
  folder = mkdtempSync(join(tmpdir(), 'upgrade-'))
})
afterEach(async () => {
  await client.end()
  await home.drop()
  rmSync(folder, { recursive: true })
})

/** The first steps of this version alone; `more` are added behind them. */
function steps(count: number, more: { tag: string; when: number; statement: string }[] = []): string {
  cpSync(ourMigrations, folder, { recursive: true })
  const file = join(folder, 'meta', '_journal.json')
  const journal = z
    .looseObject({ entries: z.array(z.looseObject({ idx: z.number() })) })
    .parse(JSON.parse(readFileSync(file, 'utf8')))
  const added = more.map(({ tag, when }, index) => ({
    idx: count + index,
    version: '7',
    when,
    tag,
    breakpoints: true,
  }))
  writeFileSync(file, JSON.stringify({ ...journal, entries: [...journal.entries.slice(0, count), ...added] }))
  for (const { tag, statement } of more) writeFileSync(join(folder, `${tag}.sql`), statement)
  mkdirSync(join(folder, 'meta'), { recursive: true })
  return folder
}

async function fill(rows: Record<string, Record<string, unknown>[]>): Promise<void> {
  await client.query('begin')
  for (const [table, all] of Object.entries(rows))
    for (const one of all) {
      const columns = Object.keys(one).map((name) => client.escapeIdentifier(name))
      await client.query(
        `insert into ${table} (${columns.join(', ')}) select ${columns.join(', ')} from jsonb_populate_record(null::${table}, $1)`,
        [JSON.stringify(one)],
      )
    }
  await client.query('commit')
}

const contentOf = async (table: string) =>
  (
    await client.query<{ row: Record<string, unknown> }>(`select to_jsonb(t) as row from ${table} t`)
  ).rows.map(({ row: one }) => one)

const runs = async () =>
  (
    await client.query(
      'select created_at::float8 as at, count(*)::int as times from drizzle.__drizzle_migrations group by 1 order by 1',
    )
  ).rows

type Row = Record<string, unknown>

/** Where this version keeps what an earlier row holds. */
function keptAs(table: string, one: Row): [table: string, row: Row][] {
  const { media_id, media_alt, upload_id, ...others } = one
  if (table === 'posts' && media_id)
    return [
      [table, others],
      ['post_parts', { media_id, post_id: one['id'], position: 0, alt: media_alt ?? null, name: null }],
    ]
  if (table === 'posts') return [[table, others]]
  // A draft was plain text and is Markdown that reads the same.
  if (table === 'drafts') others['content'] = toMarkdown(String(one['content']))
  if (table === 'drafts' && media_id)
    return [
      [table, others],
      ['draft_parts', { media_id, draft_id: one['id'], position: 0, alt: media_alt || null, upload_id }],
    ]
  return [[table, table === 'drafts' ? { ...one, ...others } : one]]
}

describe('an upgrade', () => {
  it.each(releases)('keeps every row of a database of $name [R-16]', async ({ steps: done, rows }) => {
    // What a release has run is never edited: databases out there have run it as it was.
    expect(known.slice(0, done.length).map(({ folderMillis: when, hash }) => ({ when, hash }))).toEqual(done)
    await migrateDatabase(home.address, steps(done.length))
    await fill(rows)
    await migrateDatabase(home.address)
    expect(await runs()).toEqual(known.map(({ folderMillis }) => ({ at: folderMillis, times: 1 })))
    for (const [table, all] of Object.entries(rows)) {
      expect(await contentOf(table)).toHaveLength(all.length)
      for (const [place, one] of all.flatMap((each) => keptAs(table, each)))
        expect(await contentOf(place)).toContainEqual(expect.objectContaining(one))
    }
    for (const { id, content } of rows['drafts'] ?? []) {
      const draft = (await contentOf('drafts')).find((now) => now['id'] === id)
      expect(formatText(String(draft?.['content'])).content).toBe(content)
    }
    for (const { id, media_alt: alt } of rows['posts'] ?? []) {
      if (!alt) continue
      const found = `select from post_words where post_id = $1 and words @@ plainto_tsquery('simple', $2)`
      expect((await client.query(found, [id, alt])).rowCount).toBe(1)
    }
    const unfound = `select from comments c where removed_at is null and not exists (
      select from comment_words w where w.comment_id = c.id and w.words @@ plainto_tsquery('simple', split_part(content, ' ', 1)))`
    expect((await client.query(unfound)).rowCount).toBe(0)
  })

  it('backs up the embedded database first, and the backup can be restored [R-16]', async () => {
    const [first] = releases
    const said: string[] = []
    const before = {
      dataDir: folder,
      sessionSecret: null,
      say: (sentence: string) => void said.push(sentence),
    }
    expect(await backUpBeforeUpgrade(home.address, before)).toBeNull()
    await migrateDatabase(home.address, steps(first!.steps.length))
    await fill(first!.rows)
    const made = await backUpBeforeUpgrade(home.address, before)
    expect(said).toEqual([`The database is from an earlier version. It was backed up to ${made}.`])
    await migrateDatabase(home.address)
    expect(await backUpBeforeUpgrade(home.address, before)).toBeNull()
    const other = await createEmptyDatabase()
    const manifest = await checkBackup(made!)
    expect(manifest.media).toEqual({ isLeftOut: true, files: [], missing: [] })
    expect(manifest.migrations).toEqual(first!.steps.map(({ when }) => when))
    await loadDatabase(other.address, made!, manifest)
    const upgraded = new Client(toClientConfig(other.address))
    await upgraded.connect()
    const { rows } = await upgraded.query('select email from people order by 1')
    expect(rows).toHaveLength(3)
    await upgraded.end()
    await other.drop()
    const old = join(dirname(made!), 'touchline-2026-01-01T000000Z')
    cpSync(made!, old, { recursive: true })
    await backUpBeforeUpgrade(home.address, before)
    expect(readdirSync(dirname(made!))).toEqual([basename(made!)])
  })

  it('finishes a killed migration once at the next start, also with two starts [R-16]', async () => {
    const slow = {
      tag: '9000_slow',
      when: 4e12,
      statement: 'create table balls (id int);--> statement-breakpoint\nselect pg_sleep(600)',
    }
    const [first] = releases
    await migrateDatabase(home.address, steps(first!.steps.length))
    await fill(first!.rows)
    const all = steps(known.length, [slow])
    const child = fork(migrating, [urlOf(home.address), all])
    const sleeping = `select 1 from pg_stat_activity where datname = current_database() and query like '%pg_sleep%' and pid <> pg_backend_pid()`
    // A busy machine may take long to reach that step: only the end of the process ends the wait.
    while ((await client.query(sleeping)).rowCount === 0) {
      expect(child.exitCode).toBeNull()
      await wait(50)
    }
    child.kill('SIGKILL')
    await once(child, 'exit')
    // The server notices only when it next writes to the closed connection.
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )
    expect((await client.query(`select to_regclass('balls') as balls`)).rows).toEqual([{ balls: null }])
    expect(await runs()).toHaveLength(first!.steps.length)
    writeFileSync(join(all, '9000_slow.sql'), 'create table balls (id int)')
    const both = [1, 2].map(() => fork(migrating, [urlOf(home.address), all]))
    expect(await Promise.all(both.map((one) => once(one, 'exit')))).toEqual([
      [0, null],
      [0, null],
    ])
    expect(await runs()).toEqual(
      [...known.map(({ folderMillis }) => folderMillis), 4e12].map((at) => ({ at, times: 1 })),
    )
    expect(await contentOf('people')).toHaveLength(first!.rows['people']!.length)
  })
})

const migrating = fileURLToPath(new URL('../testing/migrate-process.ts', import.meta.url))
