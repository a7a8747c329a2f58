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

it('is kept where there is room, and once', async () => {
  await keep(3_000_000)
  const { size, ino } = await stat(join(folder, 'ballast'))
  await keep(3_000_000)
  expect(size).toBe(3_000_000)
  expect((await stat(join(folder, 'ballast'))).ino).toBe(ino)
  expect(said).toEqual([])
})

it('is given up in words where the disk is too full to start, and not taken again before there is room [R-07]', async () => {
  await keep(3_000_000)
  const { bavail, bsize } = await statfs(folder)
  const moreThanThereIs = 2 * bavail * bsize
  await keep(moreThanThereIs)
  expect(await readdir(folder)).toEqual([])
  expect(said).toEqual([expect.stringContaining('The disk is full')])
  await keep(moreThanThereIs)
  expect([await readdir(folder), said.length]).toEqual([[], 1])
})
