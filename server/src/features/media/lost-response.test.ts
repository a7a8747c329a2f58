import { writeFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { examineFile } from '#media/uploaded-file.ts'
import type { Services } from '#services.ts'
import { type Club, openClub } from '#testing/club.ts'
import { storedKeys } from '#testing/stored-files.ts'
import { storedPost, wholeVideo } from '#testing/stored-post.ts'
import { addMedia } from './add-media.ts'
import { storeCaptions } from './store-captions.ts'
import { publishFiles } from './publish-files.ts'
import { media, mediaFiles } from './schema.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

/** The services of the club, where every commit arrives and its answer never does. */
function withoutAnswers(): Services {
  const { services } = club
  const db: Services['db'] = Object.create(services.db)
  db.transaction = async (work, config) => {
    await services.db.transaction(work, config)
    throw Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' })
  }
  return { ...services, db }
}

/** A picture of this width in the making. */
async function pictureOf(width: number): Promise<string> {
  const path = club.services.media.tempPath()
  const picture = sharp({ create: { width, height: 40, channels: 3, background: '#2255aa' } })
  await writeFile(path, await picture.jpeg().toBuffer())
  return path
}

const whatRowsName = async () => {
  const rows = await club.services.db.select({ key: mediaFiles.key }).from(mediaFiles)
  return rows.map(({ key }) => key).toSorted()
}

it('keeps the files of rows whose commit response was lost [R-03, R-06]', async () => {
  const services = withoutAnswers()
  const file = await examineFile(await pictureOf(64))
  await expect(
    addMedia(services, { file, createdAt: club.clock.now() }, async () => {}),
  ).rejects.toMatchObject({ code: 'ECONNRESET' })
  expect(await whatRowsName()).not.toEqual([])
  expect(await storedKeys(club)).toEqual(await whatRowsName())

  const { creator } = club.people
  const { mediaId } = await storedPost(club.services, {
    creatorId: creator.id,
    kind: 'video',
    files: [wholeVideo(1000)],
  })
  await expect(
    storeCaptions(services, { mediaId, language: 'en', text: 'WEBVTT\n' }, async () => {}),
  ).rejects.toMatchObject({ code: 'ECONNRESET' })
  expect(await storedKeys(club)).toEqual(await whatRowsName())

  const isIt = eq(media.id, mediaId)
  await club.services.db.update(media).set({ status: 'processing', work: 'prepare' }).where(isIt)
  const [begun] = await club.services.db.select().from(media).where(isIt)
  const still = { variant: 'still', role: 'poster' as const, mimeType: 'image/jpeg', width: 64 }
  const made = { facts: {}, files: [{ ...still, path: await pictureOf(64) }], next: null }
  await expect(publishFiles(services, begun!, made, async () => {})).rejects.toMatchObject({
    code: 'ECONNRESET',
  })
  expect(await storedKeys(club)).toEqual(await whatRowsName())
})
