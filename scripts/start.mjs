import { spawn } from 'node:child_process'
import { buildWebIfNeeded } from './build-web.mjs'
import { installWhatIsMissing } from './install.mjs'
import { pinnedNode, root } from './project.mjs'
import { compileCache, serverProgram } from '../server/program.mjs'

try {
  await installWhatIsMissing()
  await buildWebIfNeeded()
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}

const app = spawn(pinnedNode, [...serverProgram, ...process.argv.slice(2)], {
  cwd: root,
  env: { NODE_COMPILE_CACHE: compileCache, ...process.env },
  stdio: 'inherit',
})

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    // A terminal sends Ctrl+C to the app as well.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) app.kill(signal)
  })
}

app.on('error', (error) => {
  process.stderr.write(`Touchline could not be started: ${error.message}\n`)
  process.exit(1)
})

app.on('exit', (code, signal) => {
  if (signal === null) process.exit(code)
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
})
