import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const build = `mkdir -p dist && cp src/page.txt dist/page.txt`
const app = `
  import { readFileSync } from 'node:fs'
  const stay = setInterval(() => {}, 1000)
  process.on('SIGTERM', () => { process.stdout.write(' and stopped'); clearInterval(stay); process.exitCode = 7 })
  process.stdout.write('ready with ' + readFileSync('web/dist/page.txt', 'utf8'))
  if (process.argv[2] === 'once') process.exit(3)
`
let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'start-'))
  for (const part of ['scripts', 'server/program.mjs', 'server/resolve-drizzle.mjs'])
    cpSync(fileURLToPath(new URL(`../${part}`, import.meta.url)), join(root, part), { recursive: true })
  const packages = {
    '': {},
    'node_modules/left': { version: '1.0.0' },
    'node_modules/mac': { optional: true },
  }
  const { start } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).scripts
  write(
    'package.json',
    JSON.stringify({ name: 'club', type: 'module', workspaces: ['web'], scripts: { start } }),
  )
  write('package-lock.json', JSON.stringify({ packages }))
  write(
    'node_modules/.package-lock.json',
    JSON.stringify({ packages: { 'node_modules/left': { version: '1.0.0' } } }),
  )
  write('node_modules/left/package.json', '{}')
  mkdirSync(join(root, 'node_modules/.bin'))
  symlinkSync(process.execPath, join(root, 'node_modules/.bin/node'))
  write('web/package.json', JSON.stringify({ name: 'web', version: '1.0.0', scripts: { build } }))
  write('web/src/page.txt', 'one')
  write('server/src/main.ts', app)
})

afterEach(() => rmSync(root, { recursive: true }))

describe('npm start', () => {
  it('builds the web app when needed, and prints nothing else of its own', async () => {
    expect((await start('once')).output).toMatch(
      /^Building the web pages …\n(.*: still at it .*\n)*.*done in .*\nready with one$/,
    )
    expect(await start('once')).toEqual({ output: 'ready with one', code: 3 })
    write('web/src/page.txt', 'two')
    expect((await start('once')).output).toMatch(/^Building .*ready with two$/s)
    expect((await start('once')).output).toBe('ready with two')
  })

  it.runIf(process.platform === 'linux')(
    'refuses an address space that is too small, in a sentence',
    async () => {
      const limited = ['-c', 'ulimit -v 1572864; exec "$0" scripts/start.mjs', process.execPath]
      expect(await run('sh', limited)).toEqual({
        output: expect.stringMatching(/^The address space of this program is limited to 1536 MB .*\.\n?$/),
        code: 78,
      })
    },
  )

  it('forwards signals to the app and exits with its code', async () => {
    await start('once')
    const stopped = { output: 'ready with one and stopped', code: 7 }
    expect(await start('stay', 'SIGTERM')).toEqual(stopped)
    // Supervisors only know npm.
    expect(await run('npm', ['start', '--silent', '--', 'stay'], 'SIGTERM')).toEqual(stopped)
  })

  it('explains a failed build and does not start', async () => {
    write(
      'web/package.json',
      JSON.stringify({ name: 'web', scripts: { build: 'echo no such page; exit 1' } }),
    )
    const { output, code } = await start('once')
    expect(output).toMatch(/Building the web pages: failed\n[\s\S]*no such page/)
    expect(output).not.toContain('ready')
    expect(code).toBe(1)
  })
})

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

const start = (mode: string, signal?: NodeJS.Signals) =>
  run(process.execPath, [join(root, 'scripts/start.mjs'), mode], signal)

/** Runs it to its end; sends `signal` after the app's first output. */
async function run(
  program: string,
  args: string[],
  signal?: NodeJS.Signals,
): Promise<{ output: string; code: number }> {
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const collect = (chunk: Buffer) => {
    output += chunk.toString()
    if (signal && output.startsWith('ready') && !output.includes('stopped')) child.kill(signal)
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  const [code] = await once(child, 'close')
  return { output, code }
}
