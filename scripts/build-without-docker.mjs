import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, symlinkSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './project.mjs'
import { say } from './say.mjs'

/** Returns the instructions of a Dockerfile, with continued lines joined and ARGs filled in. */
export function readDockerfile(file) {
  const text = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('#'))
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
  const args = new Map()
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? []
      const words = rest.replaceAll(/\$\{(\w+)\}/g, (_all, arg) => args.get(arg) ?? '')
      if (name === 'ARG') args.set(...words.split('='))
      return { name, words }
    })
}

/** Supports the patterns that our .dockerignore uses. */
export function ignores(file) {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const kept = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
  const names = lines
    .filter((line) => line.startsWith('**/'))
    .map((line) => new RegExp(`^${line.slice(3).replaceAll('.', '\\.').replaceAll('*', '.*')}$`))
  const paths = lines.filter((line) => /^[a-z]/.test(line))
  return (path) =>
    !kept.some((one) => path === one || path.startsWith(`${one}/`)) ||
    path.split('/').some((part) => names.some((name) => name.test(part))) ||
    paths.some((one) => path === one || path.startsWith(`${one}/`))
}

/** Runs the Dockerfile's stages in folders, without its Debian packages, and returns the last one. */
export function buildWithoutDocker(folder, identity, env) {
  const isIgnored = ignores(join(root, '.dockerignore'))
  const context = join(folder, 'context')
  for (const path of sourceFiles()) {
    if (isIgnored(path)) continue
    mkdirSync(dirname(join(context, path)), { recursive: true })
    cpSync(join(root, path), join(context, path))
  }
  const stages = new Map()
  let stage
  for (const { name, words } of readDockerfile(join(root, 'Dockerfile'))) {
    if (name === 'FROM') {
      const [from, , as = 'last'] = words.split(' ')
      stage = { folder: join(folder, as), env: {}, workdir: '/' }
      if (stages.has(from)) {
        const { workdir } = stages.get(from)
        cpSync(stages.get(from).folder, stage.folder, { recursive: true, verbatimSymlinks: true })
        stage.workdir = workdir
      } else mkdirSync(stage.folder)
      stages.set(as, stage)
    } else if (name === 'WORKDIR') {
      stage.workdir = words
      mkdirSync(join(stage.folder, words), { recursive: true })
    } else if (name === 'COPY') copy(words, stage, { stages, context })
    else if (name === 'RUN') run(words, stage, { identity, env })
    else if (name === 'ENV')
      Object.assign(
        stage.env,
        Object.fromEntries(words.matchAll(/(\w+)=(\S+)/g).map(([, key, value]) => [key, value])),
      )
    else if (name === 'CMD') stage.command = JSON.parse(words)
    else if (name === 'HEALTHCHECK') stage.check = JSON.parse(words.slice(words.indexOf('[')))
    else if (name === 'STOPSIGNAL') stage.stopSignal = words
    else if (name === 'USER') stage.user = words
  }
  return stage
}

function sourceFiles() {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const names = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0')
  return names.filter((name) => name !== '' && existsSync(join(root, name)))
}

function copy(words, stage, { stages, context }) {
  const parts = words.split(' ')
  const from = parts[0].startsWith('--from=') ? stages.get(parts.shift().slice(7)).folder : context
  const to = parts.pop()
  for (const part of parts) {
    const goal = join(stage.folder, stage.workdir, to, to.endsWith('/') ? part.split('/').at(-1) : '')
    cpSync(join(from, part), goal, { recursive: true, verbatimSymlinks: true })
  }
}

function run(words, stage, { identity, env }) {
  if (words.startsWith('apt-get ')) return say(`Left out: ${words}`)
  say(`RUN ${words}`)
  const cwd = join(stage.folder, stage.workdir)
  if (identity.uid) execFileSync('chown', ['-R', `${identity.uid}:${identity.gid}`, stage.folder])
  const { status } = spawnSync('sh', ['-c', words], { cwd, env, ...identity, stdio: 'inherit' })
  if (status !== 0) throw new Error(`RUN ended with ${status}: ${words}`)
}

export function folderWithNode(folder, node) {
  mkdirSync(folder)
  symlinkSync(node, join(folder, 'node'))
  return folder
}
