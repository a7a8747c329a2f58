import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  readFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/** Stands in for npm: takes a moment to install and, when stopped, to undo. Fails beside another one. */
const npm = `#!/bin/sh
trap 'sleep 1; rmdir running; exit 1' INT TERM
mkdir running || { echo 'a second npm'; exit 1; }
for step in 1 2 3 4 5 6 7 8 9 10; do sleep 0.1; done
mkdir -p node_modules/left
echo '{}' > node_modules/left/package.json
rmdir running
`
const left = { 'node_modules/left': { version: '1.0.0' } }
let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'install-'))
  cpSync(fileURLToPath(new URL('.', import.meta.url)), join(root, 'scripts'), { recursive: true })
  for (const folder of ['bin', 'node_modules/.bin']) mkdirSync(join(root, folder), { recursive: true })
  symlinkSync(process.execPath, join(root, 'node_modules/.bin/node'))
  writeFileSync(join(root, 'bin/npm'), npm)
  chmodSync(join(root, 'bin/npm'), 0o755)
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...left } }))
  // An interrupted npm leaves its list without the folders.
  writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages: left }))
})
afterEach(() => rmSync(root, { recursive: true }))

function install() {
  const source = `import { installWhatIsMissing } from '${join(root, 'scripts/install.mjs')}'
    await installWhatIsMissing().catch(({ message }) => { console.log(message); process.exitCode = 1 })`
  const env = { ...process.env, PATH: [join(root, 'bin'), process.env['PATH']].join(delimiter) }
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], { env })
  return { child, ended: end(child) }
}

async function end(child: ChildProcess) {
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code] = await once(child, 'close')
  return { output, code }
}

const isNpmRunning = () => existsSync(join(root, 'running'))
const untilNpmRuns = () => expect.poll(() => isNpmRunning()).toBe(true)

describe('installing packages', () => {
  it('runs npm once when two starts meet', async () => {
    const both = await Promise.all([install().ended, install().ended])
    expect(both.map(({ code }) => code)).toEqual([0, 0])
    expect(both.map(({ output }) => output).join()).toContain('Waiting for another installation')
  })

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'waits for npm to end after %s, and can start again',
    async (signal) => {
      const { child, ended } = install()
      await untilNpmRuns()
      child.kill(signal)
      expect(await ended).toEqual({ output: expect.stringContaining(`stopped by ${signal}`), code: 1 })
      expect(isNpmRunning()).toBe(false)
      expect((await install().ended).code).toBe(0)
    },
  )

  it('waits for an npm that outlived its start', async () => {
    const { child, ended } = install()
    await untilNpmRuns()
    // Until the start has written npm's process id, the lock names the start itself.
    await expect.poll(() => readFileSync(join(root, '.installing'), 'utf8')).not.toBe(String(child.pid))
    child.kill('SIGKILL')
    await ended
    expect(await install().ended).toEqual({ output: expect.not.stringContaining('second npm'), code: 0 })
  })
})
