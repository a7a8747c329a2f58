import { cp, mkdtemp, mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@touchline/contract/api.ts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { v7 as uuid } from 'uuid'
import {
  ask,
  backUpClub,
  contentOf,
  withoutExcluded,
  restoreClub,
  rulesOf,
  untilNextSecond,
} from '#testing/backed-up.ts'
import { type Club, openClub } from '#testing/club.ts'
import { createEmptyDatabase, type TestDatabase, urlOf } from '#testing/database.ts'
import { databaseOf } from '#testing/other-process.ts'
import { newDraft } from '#testing/new-draft.ts'
import { joinPosts, movingPicture, storedPost } from '#testing/stored-post.ts'
import { draftParts } from '#features/drafts/schema.ts'
import { postParts } from '#features/posts/schema.ts'
import { checkBackup } from './check-backup.ts'
import { keepNewest } from './stored-backups.ts'
import type { Backup } from './make-backup.ts'
import { manifestName, sumName, sumOfText } from './manifest.ts'
import { excludedTables } from './dump-database.ts'

let club: Club
let creatorId: string
let folder: string
let empty: TestDatabase
beforeAll(async () => {
  club = await openClub()
  creatorId = (await club.people.creator.call(api.accounts.signedInUser)).body.id
  const picture = () => storedPost(club.services, { creatorId, kind: 'image', files: movingPicture() })
  const [first, second, attached, drafted] = [
    await picture(),
    await picture(),
    await picture(),
    await picture(),
  ]
  await joinPosts(club.services, first, [
    { post: second, position: 1, alt: 'The second', inText: true },
    { post: attached, position: 0, name: 'Plan.gpx' },
  ])
  const { id: draftId } = await newDraft(club.people.creator)
  await club.services.db.delete(postParts).where(eq(postParts.mediaId, drafted.mediaId))
  await club.services.db
    .insert(draftParts)
    .values({ mediaId: drafted.mediaId, draftId, position: 0, alt: 'Not yet' })
})
/** The files of the gallery and the draft that every backup has. */
const filesBefore = 12
afterAll(() => club.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backups-'))
  empty = await createEmptyDatabase()
})
afterEach(async () => {
  await empty.drop()
  await rm(folder, { recursive: true })
})

const restored = (backup: Backup, more = {}) =>
  restoreClub(backup, { club, folder, database: empty.address }, more)

const rewrite = (edit: (text: string) => string) => async (at: string) => {
  const text = edit(await readFile(join(at, manifestName), 'utf8'))
  await writeFile(join(at, manifestName), text)
  await writeFile(join(at, sumName), sumOfText(text))
}

const inode = async ({ folder: at }: Backup, path: string) => (await stat(join(at, path))).ino

describe('a backup', () => {
  it('restores every row, constraint and file, those of galleries and drafts too [R-15, GAL-1]', async () => {
    const before = await ask(databaseOf(club), async (client) => [
      await contentOf(client),
      await rulesOf(client),
    ])
    const made = await backUpClub(club, { into: folder })
    expect((await checkBackup(made.folder)).tables).toHaveLength(
      Object.keys(before[0]!).length - excludedTables.length,
    )
    await restored(made)
    const after = await ask(empty.address, async (client) => [await contentOf(client), await rulesOf(client)])
    expect(withoutExcluded(after[0]!)).toEqual(withoutExcluded(before[0]!))
    expect(after[1]).toEqual(before[1])
    const placed = await readdir(join(folder, 'data', 'media', 'files'), { recursive: true })
    for (const { key, path } of made.manifest.media.files) {
      expect(placed).toContain(`${key.slice(0, 2)}/${key}`)
      expect(path).toBe(`media/${key.slice(0, 2)}/${key}`)
    }
  })

  it('revives no session, sends nothing twice and requeues unfinished jobs [R-15]', async () => {
    const { db, clock, jobs } = club.services
    const [email, draft, later] = [uuid(), uuid(), uuid()]
    const now = clock.now()
    const soon = new Date(now.getTime() + 3_600_000)
    await db.execute(sql`insert into letters (id, to_address, subject, text, next_try_at, written_at)
      values (${email}, 'mina@club.example', 'Welcome', 'Hello', ${soon.toISOString()}, ${now.toISOString()})`)
    await db.execute(sql`insert into notification_events (kind, subject_id, happened_at)
      values ('new_post', ${draft}, ${now.toISOString()})`)
    for (const [id, at] of [
      [draft, new Date(now.getTime() - 1000)],
      [later, soon],
    ] as const)
      await db.execute(sql`insert into drafts (id, creator_id, title, content, media_alt, publish_at, created_at, updated_at)
        values (${id}, ${creatorId}, '', 'Kick-off', '', ${at.toISOString()}, ${now.toISOString()}, ${now.toISOString()})`)
    await db.execute(sql`insert into jobs.job (name, data, start_after, retry_limit, policy)
      select name, '{"subscriptionId":"sub_late"}', now() + interval '1 hour', retry_limit, policy from jobs.queue
      where name in ('refund-late', 'mail', 'send-waiting-letters')`)
    const made = await backUpClub(club, { into: folder })
    await db.execute(sql`delete from jobs.job where data->>'subscriptionId' = 'sub_late'`)
    for (const table of ['letters', 'notification_events', 'drafts'])
      await db.execute(sql`delete from ${sql.identifier(table)}`)
    await restored(made)
    await ask(empty.address, async (client) => {
      const only = async (query: string) => (await client.query(query)).rows
      expect(await only('select * from sessions union all select * from sessions')).toEqual([])
      expect(await only('select state, problem from letters')).toEqual([
        { state: 'failed', problem: expect.stringMatching(/^Held back: the site was restored/) },
      ])
      expect(await only('select * from notification_events')).toEqual([])
      expect(
        await only(
          `select id, publish_at is null as held from drafts where content = 'Kick-off' order by publish_at nulls first`,
        ),
      ).toEqual([
        { id: draft, held: true },
        { id: later, held: false },
      ])
      expect(
        await only(`select name, data from jobs.job where name not like '\\_\\_%' order by name`),
      ).toEqual([
        // What it does first: ask the provider what happened since.
        { name: 'reconcile-daily', data: {} },
        { name: 'reconcile-hourly', data: {} },
        { name: 'refund-late', data: { subscriptionId: 'sub_late' } },
      ])
      const [queue] = await only(
        `select retry_limit, notify, policy from jobs.queue where name = 'refund-late'`,
      )
      const { rows } = await jobsOf()
      expect(queue).toEqual(rows[0])
    })
    async function jobsOf() {
      await jobs.settled()
      return db.execute(sql`select retry_limit, notify, policy from jobs.queue where name = 'refund-late'`)
    }
  })

  it('is not restored over an existing site, in the database or the folder [R-15]', async () => {
    const made = await backUpClub(club, { into: folder })
    await expect(restored(made, { databaseUrl: urlOf(databaseOf(club)) })).rejects.toThrow(
      /^The database is not empty \(it has .*\): a backup can only be restored into an empty database/,
    )
    const used = join(folder, 'used')
    await mkdir(join(used, 'postgres'), { recursive: true })
    await expect(restored(made, { dataDir: used, databaseUrl: null })).rejects.toThrow(
      /used is not empty \(it has postgres\)/,
    )
  })

  it('is rejected when truncated, changed or from a newer version [R-15]', async () => {
    const made = await backUpClub(club, { into: folder })
    const { tables, media } = made.manifest
    const posts = tables.find(({ name }) => name === 'posts')!.file
    const spoilt = async (spoil: (at: string) => Promise<void>) => {
      const copy = join(folder, 'copy')
      await cp(made.folder, copy, { recursive: true })
      await spoil(copy)
      const message = await checkBackup(copy).then(
        () => 'nothing',
        (error: Error) => error.message,
      )
      await rm(copy, { recursive: true })
      return message
    }
    expect(await spoilt(async () => {})).toBe('nothing')
    expect(await spoilt((at) => truncate(join(at, posts.path), posts.bytes - 1))).toMatch(
      new RegExp(
        `database/posts.copy.gz has ${posts.bytes - 1} bytes instead of ${posts.bytes}\\. Use another backup\\.$`,
      ),
    )
    expect(
      await spoilt((at) => writeFile(join(at, media.files[0]!.path), Buffer.alloc(media.files[0]!.bytes))),
    ).toContain(`${media.files[0]!.path} was changed`)
    expect(await spoilt((at) => rm(join(at, media.files[0]!.path)))).toContain('is missing')
    expect(await spoilt((at) => writeFile(join(at, 'database', 'more.sql'), 'drop'))).toContain(
      'database/more.sql does not belong to it',
    )
    expect(await spoilt((at) => writeFile(join(at, manifestName), '{}'))).toContain(
      'does not match its checksum',
    )
    expect(await spoilt((at) => rm(join(at, sumName)))).toContain('is not a complete backup')
    expect(await spoilt(rewrite((text) => text.replace('"format": 1', '"format": 2')))).toContain(
      'made by a newer Touchline',
    )
    expect(await spoilt(rewrite((text) => text.replace('database/posts', '../../posts')))).not.toBe('nothing')
    const newer = { ...made, manifest: { ...made.manifest, migrations: [...made.manifest.migrations, 4e12] } }
    await expect(restored(newer)).rejects.toThrow('This backup was made by a newer Touchline')
    expect(await ask(empty.address, contentOf)).toEqual({})
  })

  it('contains every referenced file when media are deleted during the backup [R-15]', async () => {
    const { db, media } = club.services
    const going = await storedPost(club.services, { creatorId, kind: 'image', files: movingPicture() })
    let isGone = false
    const made = await backUpClub(club, {
      into: folder,
      files: {
        open: async (key, ...rest) => {
          // Between the rows and the files.
          if (key.startsWith(going.mediaId) && !isGone) {
            isGone = true
            await db.execute(sql`delete from posts where id = ${going.id}`)
            await db.execute(sql`delete from media_files where media_id = ${going.mediaId}`)
            await db.execute(sql`delete from media where id = ${going.mediaId}`)
          }
          if (key.startsWith(going.mediaId)) await media.delete(key)
          return media.open(key, ...rest)
        },
      },
    })
    expect(isGone).toBe(true)
    const { files, missing } = made.manifest.media
    expect([files.length, missing]).toEqual([filesBefore, []])
    expect(files.some(({ key }) => key.startsWith(going.mediaId))).toBe(false)
    await checkBackup(made.folder)
  })

  it('lists the files the site had already lost and contains all others', async () => {
    const { media } = club.services
    const hurt = await storedPost(club.services, { creatorId, kind: 'image', files: movingPicture() })
    await media.delete(`${hurt.mediaId}/640`)
    const made = await backUpClub(club, { into: folder })
    expect(made.manifest.media.missing).toEqual([`${hurt.mediaId}/640`])
    expect(made.manifest.media.files).toHaveLength(filesBefore + 2)
    await checkBackup(made.folder)
    await club.services.db.execute(sql`delete from posts where id = ${hurt.id}`)
    await club.services.db.execute(sql`delete from media where id = ${hurt.mediaId}`)
  })

  it('links unchanged media, replaces corrupted ones, and keeps the newest backups [R-15]', async () => {
    const first = await backUpClub(club, { into: folder })
    const [sound, decayed] = first.manifest.media.files
    await writeFile(join(first.folder, decayed!.path), Buffer.alloc(decayed!.bytes))
    // Backups are named by the second.
    const second = await untilNextSecond(() => backUpClub(club, { into: folder }))
    expect(await inode(second, sound!.path)).toBe(await inode(first, sound!.path))
    expect(await inode(second, decayed!.path)).not.toBe(await inode(first, decayed!.path))
    await checkBackup(second.folder)
    await expect(checkBackup(first.folder)).rejects.toThrow('was changed')
    expect(await keepNewest(folder, 1)).toEqual([first.folder.split('/').at(-1)])
    await checkBackup(second.folder)
  })

  it('contains the site’s secret only encrypted, and a restore verifies it [R-15]', async () => {
    const made = await backUpClub(club, { into: folder, passphrase: 'the away end is louder' })
    const all = await readdir(made.folder, { recursive: true, withFileTypes: true })
    for (const entry of all.filter((one) => one.isFile()))
      expect((await readFile(join(entry.parentPath, entry.name))).includes(club.services.secret)).toBe(false)
    const without = { sessionSecret: null }
    await expect(restored(made, without)).rejects.toThrow(/^Set BACKUP_PASSPHRASE, or/)
    await expect(restored(made, { sessionSecret: 'x'.repeat(40) })).rejects.toThrow(
      'SESSION_SECRET is not the secret',
    )
    await expect(restored(made, { ...without, backupPassphrase: 'a wrong passphrase' })).rejects.toThrow(
      'BACKUP_PASSPHRASE is not the one',
    )
    await restored(made, { ...without, backupPassphrase: 'the away end is louder' })
    expect(await readFile(join(folder, 'data', 'session-secret'), 'utf8')).toBe(club.services.secret)
  })

  it('excludes every table that refers to an excluded one', async () => {
    const { rows } = await club.services.db.execute<{ name: string }>(sql`
      select distinct conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid::regclass::text in ${excludedTables}`)
    expect(rows.map(({ name }) => name).filter((name) => !excludedTables.includes(name))).toEqual([])
    expect(await ask(databaseOf(club), contentOf)).toMatchObject(
      Object.fromEntries(excludedTables.map((name) => [name, expect.anything()])),
    )
  })
})
