import { setTimeout as wait } from 'node:timers/promises'

const isConfiguration = 78
const asked = ['SIGINT', 'SIGTERM', 'SIGHUP']
const usual = { delaysMs: [1_000, 2_000, 5_000, 15_000, 30_000], startMs: 10_000, calmMs: 10 * 60_000 }

/**
 * Restarts a program after a crash, each time later, until it is asked to stop, refuses to start, or has
 * crashed after all of `delaysMs`. After `calmMs` of running the delays begin again.
 */
export async function keepRunning(spawnProgram, say, { delaysMs, startMs, calmMs } = usual) {
  const stopping = new AbortController()
  let program
  for (const signal of asked)
    process.on(signal, () => {
      stopping.abort()
      // A terminal sends Ctrl+C to the program as well.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) program.kill(signal)
    })
  for (let crashes = 0; ; crashes += 1) {
    const startedAt = performance.now()
    program = spawnProgram()
    const ended = await new Promise((resolve, reject) => {
      program.once('error', reject)
      program.once('exit', (code, signal) => resolve({ code, signal }))
    })
    const ranMs = performance.now() - startedAt
    const { code, signal } = ended
    const isOver = signal === null ? code === 0 || code === isConfiguration : asked.includes(signal)
    const isFailedStart = signal === null && crashes === 0 && ranMs < startMs
    if (ranMs > calmMs) crashes = 0
    const delayMs = delaysMs[crashes]
    if (stopping.signal.aborted || isOver || isFailedStart || delayMs === undefined) return ended
    say(`Touchline ended unexpectedly (${signal ?? code}): starting it again in ${delayMs / 1000} s.`)
    if (signal === 'SIGABRT') say('It may have run into a limit on memory or processes: see ulimit -a.')
    await wait(delayMs, undefined, { signal: stopping.signal }).catch(() => {})
    if (stopping.signal.aborted) return ended
  }
}
