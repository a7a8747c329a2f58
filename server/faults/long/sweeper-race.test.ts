import { createHash, randomBytes } from 'node:crypto'
import { utimes, writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'
import { seededRandom } from '#demo/seeded-random.ts'
import { media, mediaFiles } from '#features/media/schema.ts'
import { sweepMedia } from '#features/media/sweep-media.ts'
import { linkPart, makePartsFolder, partPath, removePart } from '#features/posts/uploads/parts.ts'
import { openClub } from '#testing/club.ts'
import { progressReporter, report, numberFromEnv } from '#testing/test-report.ts'

const seed = numberFromEnv('FAULTS_SEED', 303)
const races = numberFromEnv('FAULTS_RACES', 1000)
const dayMs = 25 * 60 * 60 * 1000

it(`deletes no file that is being published, in ${races} races (seed ${seed}) [R-03]`, async () => {
  const startedAt = performance.now()
  const club = await openClub()
  const { services } = club
  const { db, media: store } = services
  const random = seededRandom(seed, 'moments')
  await makePartsFolder(services)
  /** Turns an upload of a day ago into a media item: its file first, its rows a moment later. */
  const publish = async (waitMs: number) => {
    const partId = uuid()
    const content = randomBytes(500)
    await writeFile(partPath(services, partId), content)
    const dayAgo = new Date(Date.now() - dayMs)
    await utimes(partPath(services, partId), dayAgo, dayAgo)
    const path = store.tempPath()
    await linkPart(services, partId, path)
    const mediaId = randomBytes(16).toString('base64url')
    const key = `${mediaId}/whole`
    await store.putFile(key, path)
    await pause(waitMs)
    const facts = { mimeType: 'video/mp4', bytes: content.length }
    const sha256 = createHash('sha256').update(content).digest('hex')
    await db.transaction(async (tx) => {
      await tx
        .insert(media)
        .values({ id: mediaId, kind: 'video', sha256, createdAt: services.clock.now(), ...facts })
      await tx
        .insert(mediaFiles)
        .values({ mediaId, variant: 'whole', role: 'whole', key, width: null, ...facts })
    })
    await removePart(services, partId)
    return key
  }
  const leaveBehind = async () => {
    const key = `${randomBytes(16).toString('base64url')}/whole`
    const path = store.tempPath()
    await writeFile(path, 'left by a crash')
    const dayAgo = new Date(Date.now() - dayMs)
    await utimes(path, dayAgo, dayAgo)
    await store.putFile(key, path)
    return key
  }
  let lost = 0
  let left = 0
  const tell = progressReporter()
  for (let race = 0; race < races; race += 1) {
    tell(`${race} of ${races} files`)
    const stray = await leaveBehind()
    const [key] = await Promise.all([
      publish(random.between(0, 8)),
      pause(random.between(0, 8)).then(() => sweepMedia(services)),
    ])
    if (!(await store.stat(key))) lost += 1
    if (await store.stat(stray)) left += 1
    // The next round has no more to scan than this one.
    await db.delete(mediaFiles)
    await db.delete(media)
    await store.delete(key)
  }
  expect({ lost, left }).toEqual({ lost: 0, left: 0 })
  report(
    'R-03',
    `${races} files published while the sweep looked: 0 taken, and each left behind before gone`,
    {
      startedAt,
      seed,
    },
  )
  await club.close()
})
