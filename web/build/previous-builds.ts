import { existsSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Plugin } from 'vite'

const listName = '.former-builds'
/** Marks a complete build; written by `npm start`. */
const markName = '.built-from'
const formerBuilds = 3

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
}

/** Removes files that neither the newest build nor the three before it need. */
export async function keepPreviousBuilds(folder: string, files: string[]): Promise<void> {
  const there = (await filesIn(folder)).toSorted()
  const list = join(folder, listName)
  const former: string[][] = existsSync(list) ? JSON.parse(await readFile(list, 'utf8')) : [there]
  const sorted = files.toSorted()
  const isAnother = (build: string[]) => build.join() !== sorted.join()
  const kept = [sorted, ...former.filter(isAnother)].slice(0, formerBuilds + 1)
  const needed = new Set(kept.flat())
  await Promise.all(there.filter((name) => !needed.has(name)).map((name) => rm(join(folder, name))))
  await writeFile(list, JSON.stringify(kept))
}

/** Keeps files of previous builds, which open pages still load. */
export function previousBuilds(): Plugin {
  let folder = ''
  let plainFolder = ''
  return {
    name: 'touchline:former-builds',
    apply: 'build',
    config: () => ({ build: { emptyOutDir: false } }),
    configResolved({ root, build, publicDir }) {
      folder = join(root, build.outDir)
      plainFolder = publicDir
    },
    async renderStart() {
      // An interrupted build must not count as complete.
      await rm(join(folder, markName), { force: true })
    },
    async writeBundle(_options, bundle) {
      await keepPreviousBuilds(folder, [...Object.keys(bundle), ...(await filesIn(plainFolder))])
    },
  }
}
