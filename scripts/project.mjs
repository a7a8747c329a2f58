import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's folder. */
export const root = fileURLToPath(new URL('..', import.meta.url))

const programs = join(root, 'node_modules', '.bin')

/** The pinned runtime, which everything but these scripts runs on. */
export const pinnedNode = join(programs, process.platform === 'win32' ? 'node.cmd' : 'node')

/** The environment for programs of the project: they find the pinned runtime and each other first. */
export function projectEnvironment(more = {}) {
  return { ...process.env, ...more, PATH: [programs, process.env.PATH].join(delimiter) }
}

/** The full path of a program on the machine's PATH, outside the project; undefined when there is none. */
export function programOnPath(name) {
  return outsidePath()
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file))
}

/** The environment for npm while it replaces node_modules: without the project's own programs on the PATH. */
export function outsideEnvironment() {
  return { ...process.env, PATH: outsidePath().join(delimiter) }
}

function outsidePath() {
  return (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
}
