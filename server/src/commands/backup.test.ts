import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Club, openClub } from '#testing/club.ts'
import { urlOf } from '#testing/database.ts'
import { databaseOf } from '#testing/other-process.ts'
import { runCommand } from '#testing/run-command.ts'

let club: Club
let into: string
beforeAll(async () => {
  club = await openClub()
  into = await mkdtemp(join(tmpdir(), 'backup-program-'))
})
afterAll(async () => {
  await club.close()
  await rm(into, { recursive: true })
})

const backUp = (dataDir: string) =>
  runCommand('backup', ['--to', into, '--keep', '1'], {
    DATA_DIR: dataDir,
    DATABASE_URL: urlOf(databaseOf(club)),
    SESSION_SECRET: club.services.secret,
  })

it('a backup whose record fails is complete and replaces older ones [R-15]', async () => {
  const { dataDir } = club.services.config
  // A folder in the file's place makes recording fail, as a full disk does.
  await mkdir(join(dataDir, 'last-backup.json.part'))
  await mkdir(join(into, 'touchline-2026-01-01T000000Z'))
  expect(await backUp(dataDir)).toEqual({
    code: 0,
    output: expect.stringMatching(
      /^Backed up to [\s\S]*\nRecording the backup for \/admin\/health in .* failed \(EISDIR\)\.$/m,
    ),
  })
  const kept = (await readdir(into)).filter((name) => name.startsWith('touchline-'))
  expect(kept).toEqual([expect.not.stringContaining('2026-01-01')])
})
