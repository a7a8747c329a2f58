import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateMultipartUploadCommand, ListMultipartUploadsCommand } from '@aws-sdk/client-s3'
import { api } from '@touchline/contract/api.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ifSwift } from '#testing/both-stores.ts'
import { type BucketGate, openGate } from '#testing/bucket-gate.ts'
import { type Club, openClub } from '#testing/club.ts'
import { bucketEnvironment, clientOf, newBucket } from '#testing/new-bucket.ts'
import { report } from '#testing/test-report.ts'
import { storedPost, wholeVideo } from '#testing/stored-post.ts'
import { hasSwift } from '#testing/swift-for-tests.ts'
import { openBucketFiles, type Timeouts } from './bucket-files.ts'
import { openMediaStore } from './media-store.ts'
import type { BucketSettings } from '#config/media-settings.ts'

const film = 'F'.repeat(22)
const isSecondPart = (path: string) => path.includes('partNumber=2')

describe.skipIf(!hasSwift)(`a bucket that hangs${ifSwift}`, () => {
  let settings: BucketSettings
  let gate: BucketGate
  let folder: string
  let club: Club
  beforeAll(async () => {
    settings = await newBucket()
    gate = await openGate(settings, () => false)
    folder = await mkdtemp(join(tmpdir(), 'touchline-away-'))
    club = await openClub(bucketEnvironment({ ...settings, endpoint: gate.endpoint }))
  })
  afterAll(async () => {
    await club.close()
    await gate.close()
    await rm(folder, { recursive: true, force: true })
  })

  const unfinished = async () => {
    const client = clientOf(settings)
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: settings.bucket }))
    client.destroy()
    return Uploads.map(({ Key }) => String(Key)).toSorted()
  }

  it('is given up after two seconds and a half, in words; text goes on, and so do media once it answers [R-25, R-26]', async () => {
    const beganAt = performance.now()
    const { creator, member } = club.people
    const post = { creatorId: creator.id, kind: 'video' as const, files: [wholeVideo(1000)] }
    const address = (await storedPost(club.services, post)).addressOf('whole')
    gate.troubleAt = (method) => (method === 'GET' || method === 'HEAD' ? 'hangs' : null)
    const waiting = Promise.all(
      Array.from({ length: 5 }, async () => {
        const startedAt = performance.now()
        const { status, headers } = await member.fetch(address)
        return { status, retryAfter: headers.get('retry-after'), tookMs: performance.now() - startedAt }
      }),
    )
    let isOver = false
    void waiting.then(() => (isOver = true))
    expect((await member.call(api.posts.list)).status).toBe(200)
    expect(isOver).toBe(false)
    const answers = await waiting
    for (const { status, retryAfter, tookMs } of answers) {
      expect([status, retryAfter]).toEqual([503, '5'])
      // A bucket that hangs is not given up earlier than was promised to it.
      expect(tookMs).toBeGreaterThan(2_000)
    }
    const ready = async () => (await club.visitor().fetch('/readyz')).status
    await expect.poll(ready).toBe(503)
    gate.troubleAt = () => null
    expect((await member.fetch(address)).status).toBe(200)
    await expect.poll(ready).toBe(200)
    const slowest = Math.max(...answers.map(({ tookMs }) => tookMs))
    report(
      'R-25',
      `a bucket that hangs: ${answers.length} of ${answers.length} media refused with 503 within ${(slowest / 1000).toFixed(1)} s, text served meanwhile, /readyz 503 until it answered again`,
      { startedAt: beganAt },
    )
  })

  it('leaves nothing half-sent: taken back at once, or by the nightly sweep where it could not be asked [R-25, T-MD-16]', async () => {
    const temp = join(folder, 'long')
    const refuse = async (trouble: BucketGate['troubleAt'], patience: Timeouts, megabytes = 9) => {
      const files = await openBucketFiles({ ...settings, endpoint: gate.endpoint }, patience)
      await writeFile(temp, Buffer.alloc(megabytes * 1024 * 1024))
      gate.troubleAt = trouble
      await expect(files.putFile(`${film}/whole`, temp)).rejects.toThrow('the bucket did not take')
      gate.troubleAt = () => null
      files.close()
      // The caller still has the file, to retry or to discard it.
      expect((await stat(temp)).size).toBe(megabytes * 1024 * 1024)
    }
    const long = 60_000
    await refuse((method) => (method === 'PUT' ? 'hangs' : null), { answerMs: long, silenceMs: 300 }, 1)
    await refuse((_method, path) => (isSecondPart(path) ? 'breaks' : null), {
      answerMs: long,
      silenceMs: long,
    })
    expect(await unfinished()).toEqual([])

    const alsoNotTakenBack = { answerMs: 300, silenceMs: long }
    await refuse(
      (method, path) => (isSecondPart(path) ? 'breaks' : method === 'DELETE' ? 'hangs' : null),
      alsoNotTakenBack,
    )
    const theirs = { Bucket: settings.bucket, Key: 'backup/of-others' }
    const client = clientOf(settings)
    await client.send(new CreateMultipartUploadCommand(theirs))
    client.destroy()
    expect(await unfinished()).toEqual([`${film}/whole`, theirs.Key].toSorted())
    const store = await openMediaStore({ folder, s3: settings, log: pino({ level: 'silent' }) })
    expect(await store.sweepTemp(new Date(Date.now() - 60_000))).toBe(0)
    await rm(temp, { force: true })
    expect(await store.sweepTemp(new Date(Date.now() + 60_000))).toBe(1)
    expect(await unfinished()).toEqual([theirs.Key])
    store.close()
  })
})
