import { existsSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Plugin } from 'vite'

/** Beside the files of a build: which files it is made of, and which the builds before it. */
const listName = '.former-builds'
/** Written by `npm start` when a build is whole, see scripts/build-web.mjs. */
const markName = '.built-from'
const formerBuilds = 3

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
}

/**
 * Notes that the newest build in `folder` consists of these files, and removes what neither it nor one of the three
 * before it needs. What an earlier version left there without a list counts as one build.
 */
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

/**
 * Builds beside the files of the builds before: a site that runs meanwhile goes on with the page it started with, whose
 * files have to be there until it is restarted, and pages that are open then still find theirs.
 */
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
      // One that is cut off is not whole, from whatever sources.
      await rm(join(folder, markName), { force: true })
    },
    async writeBundle(_options, bundle) {
      await keepPreviousBuilds(folder, [...Object.keys(bundle), ...(await filesIn(plainFolder))])
    },
  }
}
