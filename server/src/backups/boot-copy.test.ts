import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { canSeeProcesses, isSiteRunningOn } from '#testing/running-on.ts'

const boots = `
  const { bootCopy } = await import(process.argv[1])
  await bootCopy({ dataDir: process.argv[2], sessionSecret: null, signal: new AbortController().signal })
  process.stdout.write('it runs')
`

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'booted-'))
})
// The database of the copy ends after the site, and may still write a file.
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 }))

it.runIf(canSeeProcesses)(
  'a site on a copy ends when its parent ends or is killed [R-15]',
  async () => {
    const source = fileURLToPath(new URL('boot-copy.ts', import.meta.url))
    const starter = spawn(process.execPath, ['--input-type=module', '-e', boots, source, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [output] = await once(starter.stdout, 'data')
    expect([String(output), isSiteRunningOn(folder)]).toEqual(['it runs', true])
    starter.kill('SIGKILL')
    await expect.poll(() => isSiteRunningOn(folder)).toBe(false)
  },
  120_000,
)
