import { spawn } from 'node:child_process'
import { whyNoRoom } from './address-space.mjs'
import { buildWebIfNeeded } from './build-web.mjs'
import { installWhatIsMissing } from './install.mjs'
import { keepRunning } from './keep-running.mjs'
import { pinnedNode, root } from './project.mjs'
import { compileCache, serverProgram } from '../server/program.mjs'

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
