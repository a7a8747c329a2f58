import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backUpClub } from '#testing/backed-up.ts'
import { type Club, openClub } from '#testing/club.ts'
import { commandProgram, programEnv } from '#testing/run-command.ts'
import { canSeeProcesses, isSiteRunningOn } from '#testing/running-on.ts'

let club: Club
let folder: string
let backup: string
beforeAll(async () => {
  club = await openClub()
  folder = await mkdtemp(join(tmpdir(), 'verified-'))
  await mkdir(join(folder, 'data'))
  backup = (await backUpClub(club, { into: join(folder, 'backups') })).folder
})
afterAll(async () => {
  await club.close()
  await rm(folder, { recursive: true })
})

const copies = async () => (await readdir(join(folder, 'backups'))).filter((name) => name.startsWith('.'))

const isCopyRunning = () => isSiteRunningOn(join(folder, 'backups', '.verifying-'))

/** Verifies the backup and stops it when the site of the copy runs; returns its exit code and output. */
async function verifyUntilStopped(): Promise<{ code: number | null; output: string }> {
  const env = programEnv({ DATA_DIR: join(folder, 'data') })
  const args = [...commandProgram('restore'), backup, '--verify']
  const child: ChildProcess = spawn(process.execPath, args, { env })
  let output = ''
  const hear = (chunk: Buffer) => (output += chunk.toString())
  child.stdout!.on('data', hear)
  child.stderr!.on('data', hear)
  const gone = once(child, 'exit')
  await expect.poll(() => [child.exitCode, isCopyRunning()]).toEqual([null, true])
  child.kill('SIGTERM')
  const [code] = await gone
  return { code, output }
}

describe.runIf(canSeeProcesses)('verifying a backup', () => {
  it('leaves no copy or process when interrupted, and deletes earlier leftovers [R-15]', async () => {
    await mkdir(join(folder, 'backups', '.verifying-left'))
    expect(await verifyUntilStopped()).toEqual({
      code: 2,
      output: expect.stringMatching(
        /Deleted the copy of an earlier, .*\n[\s\S]*\nThe restore was interrupted: run it again\.\n$/,
      ),
    })
    expect([isCopyRunning(), await copies()]).toEqual([false, []])
  })
})
