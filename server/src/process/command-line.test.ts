import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { commandProgram } from '#testing/run-command.ts'

/** Runs a program of the operator's; it ends before it looks for a site. */
function run(program: string, ...args: string[]) {
  const all = [...commandProgram(program), ...args]
  const { status, stdout, stderr } = spawnSync(process.execPath, all, { encoding: 'utf8' })
  return { status, stdout, lines: stderr.trim().split('\n') }
}

it('rejects an unknown option with the usage', () => {
  const { status, stdout, lines } = run('doctor', '--wholly')
  expect({ status, stdout }).toEqual({ status: 64, stdout: '' })
  expect(lines).toEqual(["Unknown option '--wholly'.", expect.stringMatching(/^Usage: npm run doctor /)])
})

it('rejects an option without its value', () => {
  const { status, lines } = run('backup', '--to')
  expect(status).toBe(64)
  expect(lines[0]).toBe("Option '--to <value>' argument missing.")
})

it('rejects options where there are none', () => {
  const { status, stdout, lines } = run('insights-rebuild', '--whole')
  expect({ status, stdout }).toEqual({ status: 64, stdout: '' })
  expect(lines).toEqual(["Unknown option '--whole'.", 'Usage: npm run insights:rebuild'])
})
