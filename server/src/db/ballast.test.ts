import { mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { reserveBallast } from './ballast.ts'

let folder: string
let said: string[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ballast-'))
  said = []
})
afterEach(() => rm(folder, { recursive: true }))

const keep = (bytes: number) => reserveBallast(folder, (sentence) => void said.push(sentence), bytes)

it('reserves space once, where there is enough', async () => {
  await keep(3_000_000)
  const { size, ino } = await stat(join(folder, 'ballast'))
  await keep(3_000_000)
  expect(size).toBe(3_000_000)
  expect((await stat(join(folder, 'ballast'))).ino).toBe(ino)
  expect(said).toEqual([])
})

it('releases the space on a full disk, and reserves it again later [R-07]', async () => {
  await keep(3_000_000)
  const { bavail, bsize } = await statfs(folder)
  const moreThanThereIs = 2 * bavail * bsize
  await keep(moreThanThereIs)
  expect(await readdir(folder)).toEqual([])
  expect(said).toEqual([expect.stringContaining('The disk is full')])
  await keep(moreThanThereIs)
  expect([await readdir(folder), said.length]).toEqual([[], 1])
})
