import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { freePort } from './free-port.mjs'
import { installWhatIsMissing } from './install.mjs'
import { pinnedNode, projectEnvironment, root } from './project.mjs'
import { compileCache, serverProgram } from '../server/program.mjs'

try {
  await installWhatIsMissing()
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}

const port = process.env.PORT ?? '3000'
const serverPort = String(await freePort())
const web = join(root, 'web')
const vite = join(
  dirname(createRequire(join(web, 'package.json')).resolve('vite/package.json')),
  'bin/vite.js',
)

// The browser opens Vite's port. The server must use that address in links and redirects.
const programs = [
  run(root, ['--watch', '--watch-preserve-output', ...process.argv.slice(2), ...serverProgram], {
    NODE_COMPILE_CACHE: compileCache,
    PUBLIC_URL: `http://localhost:${port}`,
    ...process.env,
    PORT: serverPort,
  }),
  run(
    web,
    [
      vite,
      '--host',
      process.env.HOST ?? '127.0.0.1',
      '--port',
      port,
      '--strictPort',
      '--clearScreen',
      'false',
      '--logLevel',
      'warn',
    ],
    {
      SITE_URL: `http://127.0.0.1:${serverPort}`,
    },
  ),
]

let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
for (const program of programs)
  program.once('exit', (code) => {
    process.exitCode ||= isStopping ? 0 : (code ?? 1)
    stop()
  })

function stop() {
  if (isStopping) return
  isStopping = true
  for (const program of programs) program.kill('SIGTERM')
}

// A process group each: Ctrl+C would reach the server twice, and it exits at once on a second signal.
function run(cwd, args, env) {
  return spawn(pinnedNode, args, {
    cwd,
    env: projectEnvironment(env),
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: process.platform !== 'win32',
  })
}
