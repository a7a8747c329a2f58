import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { projectEnvironment, root } from './project.mjs'
import { say, toDuration } from './say.mjs'

const projects = ['contract', 'stripe-sandbox', 'server', 'web', '.']

/** Checks the types of every package; prints a line for each and the errors found. True when there are none. */
export function areTypesSound() {
  // One after the other: the compiler uses all cores by itself.
  return projects.map((project) => isSound(project)).every(Boolean)
}

function isSound(project) {
  const startedAt = Date.now()
  const compiler = join(root, 'node_modules', '.bin', 'tsc')
  const { status, stdout, stderr } = spawnSync(compiler, ['--noEmit', '--pretty', 'false', '-p', project], {
    cwd: root,
    env: projectEnvironment(),
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  const name = project === '.' ? 'tests and configuration' : project
  say(`${name}: ${status === 0 ? 'ok' : 'errors'} (${toDuration(Date.now() - startedAt)})`)
  if (status !== 0) say(`${stdout ?? ''}${stderr ?? ''}`)
  return status === 0
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) process.exitCode = areTypesSound() ? 0 : 1
