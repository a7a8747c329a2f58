import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { api } from '@touchline/contract/api.ts'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { posts } from '#features/posts/schema.ts'
import { sweepMedia } from '#features/media/sweep-media.ts'
import { openGate } from '#testing/bucket-gate.ts'
import { ifSwift } from '#testing/both-stores.ts'
import { openClub } from '#testing/club.ts'
import { bucketEnvironment, clientOf, newBucket } from '#testing/new-bucket.ts'
import { readSlowly } from '#testing/slow-reader.ts'
import { unfinishedFiles } from '#testing/stored-files.ts'
import { storedPost, wholeVideo } from '#testing/stored-post.ts'
import { hasSwift } from '#testing/swift-for-tests.ts'
import { type MediaStore, openMediaStore } from './media-store.ts'
import type { BucketSettings } from '#config/media-settings.ts'

const log = pino({ level: 'silent' })

const bytesOf = async (stream: AsyncIterable<Buffer>) => {
  const chunks = []
  for await (const chunk of stream) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

/** What every store does, wherever it keeps things. */
function keepsItsPromises(storeOf: () => MediaStore) {
  const put = async (key: string, content: Buffer | string) => {
    const temp = storeOf().tempPath()
    await writeFile(temp, content, { mode: 0o600 })
    await storeOf().putFile(key, temp)
    await expect(stat(temp)).rejects.toThrow('ENOENT')
  }
  const keys = async () => {
    const listed = []
    for await (const { key, writtenAt } of storeOf().list())
      listed.push({ key, isDated: writtenAt.getTime() > 0 })
    return listed.toSorted((a, b) => a.key.localeCompare(b.key))
  }

  it('keeps, reads, lists and deletes files [UPL-4]', async () => {
    const store = storeOf()
    await put('abc/640', 'offside')
    await put('abc/stream-720-00000', 'flag')
    await put('abc/640', 'onside!')
    expect(await store.stat('abc/640')).toEqual({ bytes: 7 })
    expect((await bytesOf(await store.open('abc/640'))).toString()).toBe('onside!')
    for (const [start, end, text] of [
      [0, 0, 'o'],
      [2, 5, 'side'],
      [6, 6, '!'],
    ] as const)
      expect((await bytesOf(await store.open('abc/640', { start, end }))).toString()).toBe(text)
    expect(await keys()).toEqual([
      { key: 'abc/640', isDated: true },
      { key: 'abc/stream-720-00000', isDated: true },
    ])
    await store.delete('abc/640')
    await store.delete('abc/640')
    await store.delete('abc/stream-720-00000')
    expect(await store.stat('abc/640')).toBeNull()
    expect(await keys()).toEqual([])
    await expect(store.open('abc/640')).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('keeps a file of 50 MB as it is, and gives any part of it [UPL-4]', async () => {
    const store = storeOf()
    const content = Buffer.alloc(50 * 1024 * 1024 + 11)
    for (let at = 0; at < content.length - 4; at += 4096) content.writeUInt32LE(at, at)
    await put('long/whole', content)
    expect(await store.stat('long/whole')).toEqual({ bytes: content.length })
    expect((await bytesOf(await store.open('long/whole'))).equals(content)).toBe(true)
    // Also where memory is used again, by a reader who is behind.
    const again = await bytesOf(await store.open('long/whole', undefined, () => true))
    expect(again.equals(content)).toBe(true)
    const [start, end] = [8 * 1024 * 1024 - 5, 16 * 1024 * 1024 + 5]
    const part = await bytesOf(await store.open('long/whole', { start, end }))
    expect(part.equals(content.subarray(start, end + 1))).toBe(true)
    await store.delete('long/whole')
  })

  it('takes no key that is not one [T-MD-11]', async () => {
    const store = storeOf()
    for (const key of ['../../etc/passwd', 'a/../b', '/etc/passwd', 'a', 'a/b/c', 'a/b.png', 'a/', ''])
      for (const use of [() => store.stat(key), () => store.open(key), () => store.delete(key)])
        await expect(use()).rejects.toThrow('not a media key')
  })
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchline-media-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the media store on this disk', () => {
  let store: MediaStore
  beforeAll(async () => {
    store = await openMediaStore({ folder, log })
  })
  keepsItsPromises(() => store)

  it('keeps files for their owner only [UPL-4]', async () => {
    const temp = store.tempPath()
    await writeFile(temp, 'offside', { mode: 0o600 })
    await store.putFile('abc/640', temp)
    expect(store.placeOf('abc/640')).toBe('ab/abc/640')
    expect((await stat(join(folder, 'files', 'ab'))).mode & 0o777).toBe(0o700)
    expect((await stat(join(folder, 'files', 'ab', 'abc', '640'))).mode & 0o777).toBe(0o600)
  })

  it('sweeps only files of interrupted uploads [UPL-4] [R-03]', async () => {
    const temp = join(folder, 'temp')
    await mkdir(temp, { recursive: true })
    await writeFile(join(temp, 'old'), 'half')
    await writeFile(join(temp, 'new'), 'half')
    const twoHoursAgo = Date.now() / 1000 - 2 * 60 * 60
    await utimes(join(temp, 'old'), twoHoursAgo, twoHoursAgo)
    await openMediaStore({ folder, log })
    expect(await readdir(temp)).toEqual(['new'])
  })
})

describe.skipIf(!hasSwift)(`the media store in a bucket${ifSwift}`, () => {
  let settings: BucketSettings
  let store: MediaStore
  beforeAll(async () => {
    settings = await newBucket()
    store = await openMediaStore({ folder, s3: settings, log })
  })
  afterAll(() => store.close())
  keepsItsPromises(() => store)

  it('sweeps only unreferenced media, not files of other applications [T-MD-16]', async () => {
    const client = clientOf(settings)
    const { bucket } = settings
    const foreign = ['backup/2026-01-01', 'notes.txt', 'a/b/c', `${'B'.repeat(22)}/report.pdf`]
    const ours = `${'A'.repeat(22)}/whole`
    for (const Key of [...foreign, ours])
      await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body: 'kept' }))
    const club = await openClub(bucketEnvironment(settings))
    expect(await sweepMedia(club.services, new Date(Date.now() + 25 * 60 * 60 * 1000))).toBe(1)
    const left = []
    for await (const { key } of store.list()) left.push(key)
    expect(left.toSorted()).toEqual(foreign.toSorted())
    for (const Key of foreign) await client.send(new DeleteObjectCommand({ Bucket: bucket, Key }))
    client.destroy()
    await club.close()
  })

  it('opens only with valid keys, and names the problem in one line [T-MD-08]', async () => {
    const opened = (change: object) => openMediaStore({ folder, s3: { ...settings, ...change }, log })
    await expect(opened({ secretAccessKey: 'other' })).rejects.toThrow(
      /^S3_BUCKET: the bucket "members-\w+" does not answer/,
    )
    await expect(opened({ bucket: 'nobody' })).rejects.toThrow(
      /^S3_BUCKET: the bucket "nobody" does not answer/,
    )
    const url = new URL(settings.endpoint)
    url.port = '9'
    await expect(opened({ endpoint: url.origin })).rejects.toThrow(/^S3_BUCKET: [^\n]+ \(ECONNREFUSED\)$/)
  })

  it('is not opened when strangers may look into the bucket [T-MD-08]', async () => {
    for (const isOpen of [
      (path: string) => path.includes('/check/'),
      (path: string) => !path.includes('/check/'),
    ]) {
      const gate = await openGate(settings, isOpen)
      const opening = openMediaStore({ folder, s3: { ...settings, endpoint: gate.endpoint }, log })
      await expect(opening).rejects.toThrow(
        /^S3_BUCKET: everybody can read the bucket "members-\w+": make it private/,
      )
      await gate.close()
    }
    const leftOver = []
    for await (const { key } of store.list()) leftOver.push(key)
    expect(leftOver).toEqual([])
  })

  it('serves what is in the bucket as from a disk, and stops reading it when the reader goes away; says in words when it is away [T-MD-08]', async () => {
    const gate = await openGate(settings, () => false)
    const club = await openClub(bucketEnvironment({ ...settings, endpoint: gate.endpoint }))
    const { creator, member, lapsed } = club.people
    const size = 40 * 1024 * 1024
    const file = wholeVideo(size)
    const post = { creatorId: creator.id, kind: 'video' as const, files: [file] }
    const { id, addressOf } = await storedPost(club.services, post)
    const address = addressOf('whole')
    const part = await member.fetch(address, { headers: { range: 'bytes=-5' } })
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, file.content.subarray(-5)])
    expect((await lapsed.fetch(address)).status).toBe(403)
    await expect.poll(() => gate.answering()).toBe(0)

    const reader = await readSlowly(club.url, address, member)
    expect([reader.status, gate.answering()]).toEqual([200, 1])
    reader.hangUp()
    await expect.poll(() => gate.answering()).toBe(0)

    const other = await storedPost(club.services, { ...post, files: [wholeVideo(1000)] })
    expect((await creator.call(api.posts.remove, { params: { id } })).status).toBe(204)
    await club.services.jobs.settled()
    expect((await member.fetch(address)).status).toBe(404)
    await gate.close()
    const away = await member.fetch(other.addressOf('whole'))
    expect([away.status, away.headers.get('retry-after')]).toEqual([503, '5'])
    const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: '#2255aa' } })
    const form = new FormData()
    form.append('contentType', 'image')
    form.append('media', new Blob([new Uint8Array(await picture.png().toBuffer())]), 'photo.png')
    expect(await creator.call(api.posts.publish, { body: form })).toMatchObject({
      status: 503,
      message: 'The file could not be stored right now. Please try again.',
    })
    expect(await unfinishedFiles(club, 'temp')).toEqual([])
    expect(await club.services.db.select().from(posts)).toHaveLength(1)
    await store.delete(`${other.mediaId}/whole`)
    const left = []
    for await (const { key } of store.list()) left.push(key)
    expect(left).toEqual([])
    await club.close()
  })
})
