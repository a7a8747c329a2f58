import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const keeper = fileURLToPath(new URL('keep-running.mjs', import.meta.url))

/** Runs `keepRunning` in its own process, with a program that ends as `ends` lists. */
function keep(ends: string[], startMs = 0) {
  const program = `
    import { spawn } from 'node:child_process'
    import { keepRunning } from ${JSON.stringify(keeper)}
    const ends = ${JSON.stringify(ends)}
    const start = () => spawn(process.execPath, ['-e', ends.shift()], { stdio: 'inherit' })
    const say = (sentence) => process.stdout.write(sentence + '\\n')
    const ended = await keepRunning(start, say, { delaysMs: [10, 20], startMs: ${startMs}, calmMs: 600_000 })
    process.stdout.write('ended with ' + (ended.signal ?? ended.code) + '\\n')
    process.exit()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return { child, output: () => output, ended: once(child, 'close').then(() => output.trim().split('\n')) }
}

const killed = 'process.kill(process.pid, "SIGKILL")'
const again = (how: string, seconds: number) =>
  `Touchline ended unexpectedly (${how}): starting it again in ${seconds} s.`

describe('npm start', () => {
  it('restarts a crashed site, and gives up after repeated crashes', async () => {
    expect(await keep([killed, 'process.exit(1)', 'process.exit(0)']).ended).toEqual([
      again('SIGKILL', 0.01),
      again('1', 0.02),
      'ended with 0',
    ])
    expect(await keep([killed, killed, killed]).ended).toEqual([
      again('SIGKILL', 0.01),
      again('SIGKILL', 0.02),
      'ended with SIGKILL',
    ])
  })

  it('names resource limits as a possible cause of an abort', async () => {
    const aborted = 'process.kill(process.pid, "SIGABRT")'
    expect(await keep([aborted, 'process.exit(0)']).ended).toEqual([
      again('SIGABRT', 0.01),
      'It may have run into a limit on memory or processes: see ulimit -a.',
      'ended with 0',
    ])
  })

  it.each([
    ['was stopped', 'process.exit(0)', '0'],
    ['has a configuration that is wrong', 'process.exit(78)', '78'],
    ['could not be started', 'process.exit(1)', '1'],
    ['was ended by its operator', 'process.kill(process.pid, "SIGTERM")', 'SIGTERM'],
  ])('leaves a site that %s alone', async (_how, end, reported) => {
    expect(await keep([end], 60_000).ended).toEqual([`ended with ${reported}`])
  })

  it('does not restart a site that the operator stopped during a crash', async () => {
    const { child, output, ended } = keep([
      `process.on('SIGTERM', () => process.exit(9)); console.log('up'); setInterval(() => {}, 1000)`,
    ])
    await expect.poll(output).toContain('up')
    child.kill('SIGTERM')
    expect(await ended).toEqual(['up', 'ended with 9'])
  })
})
