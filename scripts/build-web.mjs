import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectEnvironment, root } from './project.mjs'
import { runAnnounced } from './run-announced.mjs'

const sources = ['web', 'contract/src', 'content', 'package-lock.json']
const notSources = new Set(['node_modules', 'dist'])
const marker = join(root, 'web', 'dist', '.built-from')

export async function buildWebIfNeeded() {
  const fingerprint = fingerprintOfSources()
  if (existsSync(marker) && readFileSync(marker, 'utf8') === fingerprint) return
  const args = ['run', 'build', '--workspace', 'web']
  await runAnnounced('Building the web pages', 'npm', args, { env: projectEnvironment() })
  recordBuild(fingerprint)
}

export function recordBuild(fingerprint = fingerprintOfSources()) {
  writeFileSync(marker, fingerprint)
}

function fingerprintOfSources() {
  const hash = createHash('sha256')
  for (const source of sources) addTo(hash, source)
  return hash.digest('hex')
}

function addTo(hash, path) {
  const place = join(root, path)
  if (!existsSync(place)) return
  if (!statSync(place).isDirectory()) {
    hash.update(`${path}\0`).update(readFileSync(place))
    return
  }
  for (const name of readdirSync(place).sort()) {
    if (!notSources.has(name)) addTo(hash, `${path}/${name}`)
  }
}
