import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { keepPreviousBuilds } from './previous-builds.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'builds-'))
  await mkdir(join(folder, 'assets'))
})
afterEach(() => rm(folder, { recursive: true }))

const write = (name: string) => writeFile(join(folder, name), name)
const scripts = async () => (await readdir(join(folder, 'assets'))).toSorted()

async function build(hash: string) {
  const files = ['index.html', 'assets/same.css', `assets/page-${hash}.js`]
  for (const name of files) await write(name)
  await keepPreviousBuilds(folder, files)
}

it('a build leaves the files of the three before it, for a site that runs and pages that are open [OFF-2]', async () => {
  for (const hash of ['1', '2', '3', '4', '4', '4']) await build(hash)
  expect(await scripts()).toEqual(['page-1.js', 'page-2.js', 'page-3.js', 'page-4.js', 'same.css'])
  await build('5')
  expect(await scripts()).toEqual(['page-2.js', 'page-3.js', 'page-4.js', 'page-5.js', 'same.css'])
})

it('a build leaves what was built before there was a list of it, and nothing that is no build’s [OFF-2]', async () => {
  await write('assets/page-0.js')
  await build('1')
  await write('assets/stray.js')
  await build('2')
  expect(await scripts()).toEqual(['page-0.js', 'page-1.js', 'page-2.js', 'same.css'])
})
