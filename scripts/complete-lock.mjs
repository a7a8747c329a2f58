import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './project.mjs'
import { say } from './say.mjs'

// Run this after a change of dependencies: a registry that lacks some platforms makes npm leave their
// packages out of the lock, and `npm ci` then refuses it everywhere.

const file = join(root, 'package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8'))
const platform =
  /(android|darwin|freebsd|linux|openharmony|win32)-(arm64|arm|x64|ia32|ppc64|riscv64|s390x)(?:-(gnu|musl|eabi|gnueabihf|musleabihf|msvc))?$/

let added = 0
for (const [path, { dev, optionalDependencies = {} }] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const [, os, cpu, abi] = platform.exec(name) ?? []
    if (!os || isLocked(path, name)) continue
    const libc = abi?.startsWith('musl') ? 'musl' : 'glibc'
    lock.packages[`node_modules/${name}`] = {
      version,
      cpu: [cpu],
      ...(dev ? { dev } : {}),
      ...(os === 'linux' && abi ? { libc: [libc] } : {}),
      optional: true,
      os: [os],
    }
    added += 1
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
say(`${added} platform packages added to the lock file`)

function isLocked(from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    if (lock.packages[`${at ? `${at}/` : ''}node_modules/${name}`]) return true
    if (!at) return false
  }
}
