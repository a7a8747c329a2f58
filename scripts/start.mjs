import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { buildWebIfNeeded } from './build-web.mjs'
import { installWhatIsMissing } from './install.mjs'
import { keepRunning } from './keep-running.mjs'
import { pinnedNode, root } from './project.mjs'
import { compileCache, serverProgram } from '../server/program.mjs'

const neededMb = 2048

/**
 * Explains why the site cannot run in too small an address space, in which Node ends with a native stack
 * trace.
 */
function whyNoRoom(limits = readLimits()) {
  const [, bytes] = /^Max address space +(\d+)/m.exec(limits) ?? []
  const mb = Math.floor(Number(bytes) / 2 ** 20)
  return mb < neededMb
    ? `The address space of this program is limited to ${mb} MB (ulimit -v), and the site needs ${neededMb} MB: raise that limit, or limit its memory with a container or systemd's MemoryMax instead.`
    : null
}

function readLimits() {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return ''
  }
}

const noRoom = whyNoRoom()
if (noRoom) {
  process.stderr.write(`${noRoom}\n`)
  // EX_CONFIG: a supervisor need not restart it.
  process.exit(78)
}

try {
  await installWhatIsMissing()
  await buildWebIfNeeded()
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}

const spawnApp = () =>
  spawn(pinnedNode, [...serverProgram, ...process.argv.slice(2)], {
    cwd: root,
    env: { NODE_COMPILE_CACHE: compileCache, ...process.env },
    stdio: 'inherit',
  })

try {
  const { code, signal } = await keepRunning(spawnApp, (sentence) => process.stderr.write(`${sentence}\n`))
  if (signal === null) process.exit(code)
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
} catch (error) {
  process.stderr.write(`Touchline could not be started: ${error.message}\n`)
  process.exit(1)
}
