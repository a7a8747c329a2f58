import { chown, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { recordBackup } from './last-backup.ts'

const isRoot = process.getuid?.() === 0

it.skipIf(!isRoot)('leaves the record of a backup made by root to the owner of the data', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'last-backup-'))
  const owner = 65_534
  await chown(dataDir, owner, owner)
  await recordBackup(dataDir, { made: { at: '2026-11-21T02:17:00.000Z', isWhole: true } })
  const { uid, gid } = await stat(join(dataDir, 'last-backup.json'))
  expect([uid, gid]).toEqual([owner, owner])
  await rm(dataDir, { recursive: true })
})
