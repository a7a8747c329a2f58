import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

const programs = join(root, 'node_modules', '.bin')

/** The pinned runtime. Only these scripts run on another one. */
export const pinnedNode = join(programs, process.platform === 'win32' ? 'node.cmd' : 'node')

/** The project's programs find the pinned runtime and each other first. */
export function projectEnvironment(more = {}) {
  return { ...process.env, ...more, PATH: [programs, process.env.PATH].join(delimiter) }
}

/** Finds a program of this machine outside the project. */
export function programOnPath(name) {
  return outsidePath()
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file))
}

/** Returns the environment for npm while it replaces node_modules: without the project's programs on the PATH. */
export function outsideEnvironment() {
  return { ...process.env, PATH: outsidePath().join(delimiter) }
}

function outsidePath() {
  return (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
}
