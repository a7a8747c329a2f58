import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { api } from '@touchline/contract/api.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refuseHalfRestored } from '#db/half-restored.ts'
import { ask, backUpClub, contentOf, withoutExcluded, restoreClub } from '#testing/backed-up.ts'
import { type Club, openClub } from '#testing/club.ts'
import { createEmptyDatabase, type TestDatabase } from '#testing/database.ts'
import { databaseOf } from '#testing/other-process.ts'
import { movingPicture, storedPost } from '#testing/stored-post.ts'
import type { Backup } from './make-backup.ts'

let club: Club
let folder: string
let empty: TestDatabase
beforeAll(async () => {
  club = await openClub()
  const { id: creatorId } = (await club.people.creator.call(api.accounts.signedInUser)).body
  await storedPost(club.services, { creatorId, kind: 'image', files: movingPicture() })
})
afterAll(() => club.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restored-again-'))
  empty = await createEmptyDatabase()
})
afterEach(async () => {
  await empty.drop()
  await rm(folder, { recursive: true })
})

const restored = (backup: Backup, more = {}) =>
  restoreClub(backup, { club, folder, database: empty.address }, more)

describe('a restore', () => {
  it('can be repeated in the same folder and database after failing midway [R-15]', async () => {
    const sandboxFile = join(folder, 'sandbox.sqlite')
    new DatabaseSync(sandboxFile).exec('create table charges (id text)')
    const made = await backUpClub(club, { into: folder, sandboxFile })
    const tables = made.manifest.tables.map((table) =>
      table.name === 'posts' ? { ...table, rows: table.rows + 1 } : table,
    )
    await expect(restored({ ...made, manifest: { ...made.manifest, tables } })).rejects.toThrow(
      /^The table posts has 1 rows instead of 2/,
    )
    await restored(made)
    const after = await ask(empty.address, contentOf)
    expect(withoutExcluded(after)).toEqual(withoutExcluded(await ask(databaseOf(club), contentOf)))
    expect(await readdir(join(folder, 'data'))).toContain('payment-sandbox.sqlite')
    await expect(restored(made, { dataDir: join(folder, 'other') })).rejects.toThrow(
      /^The database is not empty/,
    )
  })

  it('resumes after its rows, and no site starts before that [R-15]', async () => {
    const sandboxFile = join(folder, 'sandbox.sqlite')
    new DatabaseSync(sandboxFile).exec('create table charges (id text)')
    const made = await backUpClub(club, { into: folder, sandboxFile })
    const waiting = join(made.folder, made.manifest.jobs!.path)
    const lines = await readFile(waiting, 'utf8')
    await writeFile(waiting, `${lines}not a job\n`)
    await expect(restored(made)).rejects.toThrow(SyntaxError)
    await writeFile(waiting, lines)
    await expect(refuseHalfRestored(empty.address)).rejects.toMatchObject({
      name: 'DataDamaged',
      message: expect.stringMatching(
        /^A restore of the backup of .* into this database was interrupted: run it again\.$/,
      ),
    })
    const secret = { check: null, file: null }
    const manifest = { ...made.manifest, createdAt: '2026-01-01T00:00:00.000Z', secret }
    const another = { ...made, manifest }
    await expect(restored(another, { dataDir: join(folder, 'other') })).rejects.toThrow(
      /^A restore of another backup \(.*\) into this database was interrupted/,
    )
    await restored(made)
    await refuseHalfRestored(empty.address)
    expect(withoutExcluded(await ask(empty.address, contentOf))).toEqual(
      withoutExcluded(await ask(databaseOf(club), contentOf)),
    )
    const { rows } = await ask(empty.address, (client) =>
      client.query('select name from jobs.job order by 1'),
    )
    const names: string[] = lines
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line).queue.name)
    expect(rows.map(({ name }) => String(name)).toSorted()).toEqual(names.toSorted())
    await expect(restored(made)).rejects.toThrow(/is not empty/)
  })

  it('resumes when it was interrupted while moving files [R-15]', async () => {
    const made = await backUpClub(club, { into: folder })
    const dataDir = join(folder, 'data')
    await cp(join(made.folder, 'media'), join(dataDir, 'media', 'files'), { recursive: true })
    await mkdir(join(dataDir, 'restoring', 'postgres'), { recursive: true })
    await restored(made, { databaseUrl: null })
    expect(await readdir(dataDir)).toEqual(expect.arrayContaining(['media', 'postgres']))
    expect(await readdir(dataDir)).not.toContain('restoring')
    const placed = await readdir(join(dataDir, 'media', 'files'), { recursive: true })
    for (const { key } of made.manifest.media.files) expect(placed).toContain(`${key.slice(0, 2)}/${key}`)
  })
})
