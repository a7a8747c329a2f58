import { spawn } from 'node:child_process'
import { root } from './project.mjs'
import { say, toDuration } from './say.mjs'

const lastLines = 40
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs a slow program and prints signs of life, and its output only if it fails. Rejects after a stop signal
 * once the program has ended: npm takes seconds to undo half an installation.
 */
export async function runAnnounced(sentence, program, args, { onStart, ...options } = {}) {
  const startedAt = Date.now()
  const stopSigns = showSignsOfLife(sentence, startedAt)
  const { code, output, signal } = await collect(program, args, options, onStart)
  stopSigns()
  if (signal) throw new Error(`${sentence}: stopped by ${signal}`)
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

function collect(program, args, options, onStart) {
  return new Promise((resolve) => {
    let received
    const stop = (signal) => {
      received = signal
      // A terminal sends Ctrl+C to the program as well.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    }
    // Set before the spawn: a signal must not end this process and leave the program running.
    for (const signal of stopSignals) process.on(signal, stop)
    const child = spawn(program, args, {
      cwd: root,
      shell: process.platform === 'win32',
      ...options,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    if (child.pid) onStart?.(child.pid)
    let output = ''
    const keep = (chunk) => (output = (output + chunk).slice(-100_000))
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    const end = (result) => {
      for (const signal of stopSignals) process.off(signal, stop)
      resolve({ ...result, signal: received })
    }
    child.on('error', (error) => end({ code: 1, output: error.message }))
    child.on('close', (code) => end({ code: code ?? 1, output }))
  })
}
