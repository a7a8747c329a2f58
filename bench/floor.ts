import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { load, type Shot } from './load.ts'
import { cpuMsOf } from './process-cpu.ts'
import { median, printLine, recordFigure } from './report.ts'
import { running } from './site-under-test.ts'

/*
 * Measures the CPU that a minimal server with PostgreSQL needs for a session check, a like and a comment, as a multiple
 * of the same server without the database. A site on the same connections can hardly cost less.
 */

const rounds = 7
const perRound = 2000

const paths = {
  nothing: () => '/nothing',
  'session check': (index: number) => `/session/${index}`,
  // A like and its removal are counted alike, as in bench/main.ts.
  like: (index: number) => `/${index % 2 ? 'unlike' : 'like'}/${index >> 1}`,
  comment: (index: number) => `/comment/${index}`,
}
type Name = keyof typeof paths

const folder = mkdtempSync(join(tmpdir(), 'touchline-minimal-'))
const program = fileURLToPath(new URL('minimal-server.ts', import.meta.url))
const server = await running([program, folder], {}, /(http:\S+)/)
try {
  const names: Name[] = ['nothing', 'session check', 'like', 'comment']
  const used = new Map<Name, number[]>(names.map((name) => [name, []]))
  let sent = 0
  const send = (name: Name, count: number) => {
    const shotAt = (): Shot => ({ method: 'GET', path: paths[name](sent++) })
    return load(server.url, shotAt, count)
  }
  for (const name of names) await send(name, 15_000)
  for (let round = 0; round < rounds; round += 1)
    for (const [name, milliseconds] of used) {
      const before = cpuMsOf(server.pid)
      await send(name, perRound)
      milliseconds.push((cpuMsOf(server.pid) - before) / perRound)
    }
  const bare = median(used.get('nothing')!)
  for (const [name, milliseconds] of used) {
    if (name === 'nothing') continue
    const value = median(milliseconds) / bare
    recordFigure({ name, value, unit: '× bare' })
    printLine(
      `${name.padEnd(14)} ${value.toFixed(1).padStart(5)} × bare   (${median(milliseconds).toFixed(3)} ms)`,
    )
  }
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
