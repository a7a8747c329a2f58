import { execFileSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@touchline/contract/api.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#db/database.ts'
import { inBothStores, openWithDisk } from '#testing/both-stores.ts'
import type { Club } from '#testing/club.ts'
import { createTestDatabase } from '#testing/database.ts'
import { storedKeys, unfinishedFiles } from '#testing/stored-files.ts'
import { refuseLostRows } from '#features/media-access/refuse-lost-rows.ts'
import { media, mediaFiles } from './schema.ts'
import { sweepMedia } from './sweep-media.ts'

const day = 25 * 60 * 60 * 1000
const tomorrow = () => new Date(Date.now() + day)

/** Publishes a picture of this width. */
async function publish({ people: { creator } }: Club, width: number) {
  const picture = sharp({ create: { width, height: 500, channels: 3, background: '#2255aa' } })
  const body = new FormData()
  body.append('contentType', 'image')
  body.append('media', new Blob([new Uint8Array(await picture.jpeg().toBuffer())]), 'photo.jpg')
  const answer = await creator.call(api.posts.publish, { body })
  expect(answer.status).toBe(201)
  return answer.body
}

inBothStores('what is published is kept', (open) => {
  let club: Club
  beforeAll(async () => {
    club = await open()
  })
  afterAll(() => club.close())

  it('takes comments, likes, media rows and files along when a post goes [FEED-4]', async () => {
    const { creator, member } = club.people
    const files = (await storedKeys(club)).length
    const rows = async () => ({
      media: (await club.services.db.select().from(media)).length,
      files: (await club.services.db.select().from(mediaFiles)).length,
    })
    const before = await rows()
    const post = await publish(club, 700)
    await member.call(api.posts.like, { params: { id: post.id } })
    await member.call(api.comments.add, { params: { id: post.id }, body: { content: 'Nice' } })
    expect(await storedKeys(club)).toHaveLength(files + 6)
    expect((await creator.call(api.posts.remove, { params: { id: post.id } })).status).toBe(204)
    expect((await member.fetch(post.mediaUrl!)).status).toBe(404)
    expect(await rows()).toEqual(before)
    await expect.poll(() => storedKeys(club)).toHaveLength(files)
  })

  it('sweeps files no row names after a day, those never finished too, and only those [UPL-4, T-MD-16] [R-03]', async () => {
    const { services } = club
    const post = await publish(club, 64)
    const temp = services.media.tempPath()
    await writeFile(temp, 'left by a crash')
    await services.media.putFile(`${'A'.repeat(22)}/whole`, temp)
    const unfinished = services.media.tempPath()
    await mkdir(unfinished)
    await writeFile(join(unfinished, 'source'), 'left by another')
    expect(await sweepMedia(services)).toBe(0)
    expect(await sweepMedia(services, tomorrow())).toBe(2)
    expect(await unfinishedFiles(club, 'temp')).toEqual([])
    const read = await club.people.member.fetch(post.mediaUrl!)
    expect((await sharp(await read.arrayBuffer()).metadata()).width).toBe(64)
  })

  it('is not swept when the club’s clock is ahead [UPL-4] [R-03]', async () => {
    const { services, clock } = club
    const temp = services.media.tempPath()
    await writeFile(temp, 'still without its row')
    const key = `${'C'.repeat(22)}/whole`
    await services.media.putFile(key, temp)
    await writeFile(services.media.tempPath(), 'still in the making')
    clock.advance(day)
    expect(await sweepMedia(services)).toBe(0)
    clock.backToNow()
    expect(await sweepMedia(services, tomorrow())).toBe(2)
  })

  it('is not started with an empty database [R-04]', async () => {
    const database = await createTestDatabase()
    const { db, close } = openDatabase(database.address, { maxConnections: 1, onConnectionLost: () => {} })
    const { media: store } = club.services
    await refuseLostRows({ db, media: { ...store, list: async function* () {} } })
    await publish(club, 64)
    await refuseLostRows(club.services)
    await expect(refuseLostRows({ db, media: store })).rejects.toMatchObject({ name: 'DataDamaged' })
    await close()
    await database.drop()
  })
})

describe('files on a disk', () => {
  let club: Club
  beforeAll(async () => {
    club = await openWithDisk()
  })
  afterAll(() => club.close())
  const folder = () => join(club.services.config.dataDir, 'media', 'files')

  it('are for their owner only [UPL-4]', async () => {
    await publish(club, 64)
    const others = ['-type', 'f', '-not', '-perm', '600']
    expect(execFileSync('find', [folder(), ...others], { encoding: 'utf8' })).toBe('')
  })

  // What others keep in a bucket: media-store.test.ts.
  it('are swept only where they are ours [T-MD-16]', async () => {
    const foreign = ['backup/2026-01-01', `${'B'.repeat(22)}/report.pdf`, 'B/C']
    const places = foreign.map((key) => join(folder(), 'others', key))
    for (const place of places) {
      await mkdir(join(place, '..'), { recursive: true })
      await writeFile(place, 'stored by another program')
    }
    expect(await sweepMedia(club.services, tomorrow())).toBe(0)
    for (const place of places) expect(await readFile(place, 'utf8')).toBe('stored by another program')
  })
})
