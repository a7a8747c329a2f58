import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openMediaStore } from './media-store.ts'

const log = pino({ level: 'silent' })
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchline-media-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const textOf = async (stream: AsyncIterable<Buffer>) => {
  const chunks = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

it('keeps, reads, lists and deletes files, for its owner only [UPL-4]', async () => {
  const store = await openMediaStore({ folder, log })
  const temp = store.tempPath()
  await writeFile(temp, 'offside', { mode: 0o600 })
  await store.putFile('abc/640', temp)
  expect(await store.stat('abc/640')).toEqual({ bytes: 7 })
  expect(await textOf(await store.open('abc/640'))).toBe('offside')
  expect(await textOf(await store.open('abc/640', { start: 3, end: 5 }))).toBe('sid')
  const listed = []
  for await (const { key } of store.list()) listed.push(key)
  expect(listed).toEqual(['abc/640'])
  expect((await stat(join(folder, 'files', 'ab'))).mode & 0o777).toBe(0o700)
  expect((await stat(join(folder, 'files', 'ab', 'abc', '640'))).mode & 0o777).toBe(0o600)

  await store.delete('abc/640')
  await store.delete('abc/640')
  expect(await store.stat('abc/640')).toBeNull()
  await expect(store.open('abc/640')).rejects.toThrow('ENOENT')
})

it('never leaves its folder [UPL-4]', async () => {
  const store = await openMediaStore({ folder, log })
  for (const key of ['../../etc/passwd', 'a/../b', '/etc/passwd', 'a', 'a/b/c', 'a/b.png', 'a/', ''])
    await expect(store.stat(key)).rejects.toThrow('not a media key')
})

it('sweeps what interrupted uploads left behind, and only that [UPL-4]', async () => {
  const temp = join(folder, 'temp')
  await mkdir(temp, { recursive: true })
  await writeFile(join(temp, 'old'), 'half')
  await writeFile(join(temp, 'new'), 'half')
  const twoHoursAgo = Date.now() / 1000 - 2 * 60 * 60
  await utimes(join(temp, 'old'), twoHoursAgo, twoHoursAgo)
  await openMediaStore({ folder, log })
  expect(await readdir(temp)).toEqual(['new'])
})
