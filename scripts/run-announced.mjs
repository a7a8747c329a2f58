import { spawn } from 'node:child_process'
import { root } from './project.mjs'
import { say, toDuration } from './say.mjs'

const lastLines = 40

/**
 * Runs a program that takes a while: prints `sentence`, shows that it is alive, keeps the program's own words
 * to itself unless it fails. Throws with those words when it fails.
 */
export async function runAnnounced(sentence, program, args, options = {}) {
  const startedAt = Date.now()
  const stopSigns = showSignsOfLife(sentence, startedAt)
  const { code, output } = await collect(program, args, options)
  stopSigns()
  if (code !== 0) {
    throw new Error(`${sentence}: failed\n${output.trimEnd().split('\n').slice(-lastLines).join('\n')}`)
  }
  say(`${sentence}: done in ${toDuration(Date.now() - startedAt)}`)
}

function showSignsOfLife(sentence, startedAt) {
  const { isTTY } = process.stdout
  const elapsed = () => toDuration(Date.now() - startedAt)
  if (!isTTY) say(`${sentence} …`)
  const draw = isTTY
    ? () => process.stdout.write(`\r\u{1b}[2K${sentence} … ${elapsed()}`)
    : () => say(`${sentence}: still at it after ${elapsed()}`)
  if (isTTY) draw()
  const timer = setInterval(draw, isTTY ? 100 : 15_000)
  return () => {
    clearInterval(timer)
    if (isTTY) process.stdout.write('\r\u{1b}[2K')
  }
}

function collect(program, args, options) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      shell: process.platform === 'win32',
      ...options,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const keep = (chunk) => (output = (output + chunk).slice(-100_000))
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', (error) => resolve({ code: 1, output: error.message }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
