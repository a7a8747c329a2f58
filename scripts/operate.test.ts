import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const names = [
  'backup',
  'restore',
  'doctor',
  'money:check',
  'insights:rebuild',
  'payments:setup',
  'admin:recover',
]

const program = `
  const stay = setTimeout(() => {}, 20_000)
  process.on('SIGTERM', () => { process.stdout.write(' and stopped'); clearTimeout(stay); process.exitCode = 7 })
  process.stdout.write('begun with ' + process.argv.slice(2))
`
let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'operate-'))
  for (const part of ['scripts', 'server/program.mjs', 'server/resolve-drizzle.mjs'])
    cpSync(fileURLToPath(new URL(`../${part}`, import.meta.url)), join(root, part), { recursive: true })
  write('package.json', JSON.stringify({ name: 'club', type: 'module' }))
  write('package-lock.json', JSON.stringify({ packages: {} }))
  write('node_modules/.package-lock.json', JSON.stringify({ packages: {} }))
  mkdirSync(join(root, 'node_modules/.bin'))
  symlinkSync(process.execPath, join(root, 'node_modules/.bin/node'))
  for (const name of names) write(`server/src/commands/${name.replace(':', '-')}.ts`, program)
})

afterEach(() => rmSync(root, { recursive: true }))

describe('a program of the operator', () => {
  it.each(names)('%s forwards signals and returns the exit code', async (name) => {
    const [node, ...args] = scripts[name].split(' ')
    expect(node).toBe('node')
    expect(await untilStopped([...args, '--strict'])).toEqual({
      output: 'begun with --strict and stopped',
      code: 7,
    })
  })
})

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

/** Runs it, stops it after its first output, and returns all output. */
async function untilStopped(args: string[]): Promise<{ output: string; code: number | null }> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    if (!output.includes('stopped')) child.kill('SIGTERM')
  })
  const [code] = await once(child, 'close')
  return { output, code }
}
