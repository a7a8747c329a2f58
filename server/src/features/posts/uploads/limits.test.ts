import { execFileSync } from 'node:child_process'
import { mkdir, readFile, rename, statfs, symlink } from 'node:fs/promises'
import { type ClientRequest, request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { api } from '@touchline/contract/api.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { publishPost } from '../publish-post.ts'
import { posts } from '../schema.ts'
import { openHttpServer } from '#http/server.ts'
import { readAtPace } from '#http/slow-bodies.ts'
import { openIntake } from '#media/intake.ts'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { beginUpload, cancelUpload, idOf, offsetOf, sendPart, sendResumably } from '#testing/resumable.ts'
import { report } from '#testing/test-report.ts'
import { unfinishedFiles } from '#testing/stored-files.ts'
import { handleTus } from './handle-tus.ts'
import { PartStore } from './part-store.ts'
import { partPath } from './parts.ts'
import { tusContentType } from './upload-routes.ts'

const megabyte = 1024 * 1024
let club: Club
beforeAll(async () => {
  club = await openClub({ CREATOR_QUOTA_MB: '20', UPLOADS_AT_ONCE: '6' })
})
afterAll(() => club.close())

const head = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypmp42\0\0\0\0mp42isom', 'latin1')])
const clip = (size: number) => Buffer.concat([head, Buffer.alloc(size - head.length, 'off side rule')])
const folder = (name: string) => join(club.services.config.dataDir, 'media', name)
const publish = (caller: Caller, file: Buffer) => {
  const body = new FormData()
  body.append('contentType', 'video')
  body.append('media', new Blob([new Uint8Array(file)]), 'clip.mp4')
  return caller.call(api.posts.publish, { body })
}
const cookieOf = (caller: Caller) => [...caller.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

/** Begins to send a form with a file and stays in the middle of it until it is hung up. */
function stalled(caller: Caller, { path, field } = { path: '/api/posts', field: 'media' }): ClientRequest {
  const request = httpRequest(new URL(path, club.url), {
    method: 'POST',
    headers: {
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': megabyte,
      cookie: cookieOf(caller),
    },
  })
  request.on('error', () => undefined)
  request.write(`--b\r\ncontent-disposition: form-data; name="${field}"; filename="a"\r\n\r\nsome bytes`)
  return request
}

it('keeps upload slots for creators despite slow avatar uploads [T-UP-13]', async () => {
  const { member, otherMember, lapsed, newcomer, creator } = club.people
  const avatar = { path: '/api/upload-avatar', field: 'avatar' }
  const members = [member, otherMember, lapsed, newcomer]
  const all = members.flatMap((one) => [stalled(one, avatar), stalled(one, avatar)])
  await expect.poll(async () => (await unfinishedFiles(club, 'temp')).length).toBe(6)
  const picture = new FormData()
  picture.append('avatar', new Blob([new Uint8Array(clip(100))]), 'me.jpg')
  expect(await member.call(api.profiles.uploadAvatar, { body: picture })).toMatchObject({
    status: 429,
    message: expect.stringContaining('You are uploading 2 files already.'),
  })
  expect((await publish(creator, clip(5000))).status).toBe(201)
  for (const request of all) request.destroy()
  await expect.poll(() => unfinishedFiles(club, 'temp')).toEqual([])
})

it('limits uploads to four per person and a total [T-UP-13]', async () => {
  const { creator, otherCreator } = club.people
  const all = [creator, creator, creator, creator, otherCreator, otherCreator].map((one) => stalled(one))
  await expect.poll(async () => (await unfinishedFiles(club, 'temp')).length).toBe(6)
  const mine = await publish(creator, clip(5000))
  expect(mine).toMatchObject({
    status: 429,
    message: 'You are uploading 4 files already. Please try again in a few seconds.',
    body: { code: 'too_many_requests' },
  })
  expect(mine.headers.get('retry-after')).toBe('10')
  const crowded = 'Many files are arriving at the moment. Please try again in a few seconds.'
  expect(await publish(otherCreator, clip(5000))).toMatchObject({ status: 429, message: crowded })
  // What is sent in parts takes a place only while bytes flow.
  const address = (await beginUpload(otherCreator, 5000)).headers.get('location')!
  const part = await sendPart(otherCreator, address, clip(5000), 0)
  expect([part.status, await part.json()]).toMatchObject([429, { message: crowded }])
  expect(await offsetOf(otherCreator, address)).toBe(0)
  for (const request of all) request.destroy()
  await expect.poll(() => unfinishedFiles(club, 'temp')).toEqual([])
  expect((await sendPart(otherCreator, address, clip(5000), 0)).status).toBe(204)
  expect((await publish(creator, clip(5000))).status).toBe(201)
  await cancelUpload(otherCreator, address)

  const { takePlace } = openIntake({
    folder: '.',
    floorBytes: 0,
    uploadsAtOnce: 16,
    uploadsPerPerson: 4,
    quotaBytes: megabyte,
  })
  const places = Array.from({ length: 16 }, (_, number) => takePlace(`person ${number % 4}`))
  expect(() => takePlace('person 5')).toThrow(crowded)
  places[3]!()
  places[3]!()
  const leave = takePlace('person 5')
  expect(() => takePlace('person 6')).toThrow(crowded)
  leave()
})

const statusAndText = async (response: Response) => ({
  status: response.status,
  body: await response.json(),
})

it('returns 408 for a slow part and keeps the received bytes [T-UP-13]', async () => {
  const { services, people } = club
  const app = await openHttpServer(services.config, services.address)
  app.addContentTypeParser(tusContentType, (_request, _body, done) => done(null))
  app.patch('/api/uploads/:id', { config: { access: 'public' } }, (request, reply) =>
    readAtPace({ request, reply }, { maxBytes: megabyte, paceMs: 200 }, () =>
      handleTus(request, reply, new PartStore(services, people.creator.id)),
    ),
  )
  const slowUrl = await app.listen({ host: '127.0.0.1', port: 0 })
  const file = clip(500_000)
  const address = (await beginUpload(people.creator, file.length)).headers.get('location')!
  const answer = await new Promise<{ status: number; text: string }>((resolve, reject) => {
    const headers = { 'tus-resumable': '1.0.0', 'content-type': tusContentType, 'upload-offset': '0' }
    httpRequest(new URL(address, slowUrl), {
      method: 'PATCH',
      headers: { ...headers, 'content-length': file.length },
    })
      .on('error', reject)
      .on('response', (response) => {
        let text = ''
        response.on('data', (piece: Buffer) => (text += piece.toString()))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      })
      .write(file.subarray(0, 1000))
  })
  expect([answer.status, answer.text]).toEqual([408, expect.stringContaining('The upload was too slow.')])
  await app.close()
  const offset = Number(await offsetOf(people.creator, address))
  expect(offset).toBeLessThanOrEqual(1000)
  expect((await sendPart(people.creator, address, file.subarray(offset), offset)).status).toBe(204)
  expect(await cancelUpload(people.creator, address)).toBe(204)
})

it('refuses uploads on a nearly full disk, while everything else works [T-UP-12] [R-07]', async () => {
  const { services, people } = club
  const startedAt = performance.now()
  const path = services.media.tempPath()
  expect(path).toContain(services.config.dataDir)
  const postId = await publishPost(services, {
    creatorId: people.creator.id,
    contentType: 'text',
    content: 'Kick-off',
  })
  const address = (await beginUpload(people.creator, 9 * megabyte)).headers.get('location')!
  const { bavail, bsize } = await statfs(services.config.dataDir)
  const { checkRoom } = services.intake
  const { checkRoom: hasNone } = openIntake({
    ...services.config.storage,
    folder: services.config.dataDir,
    floorBytes: 2 * bavail * bsize,
  })
  try {
    services.intake.checkRoom = hasNone
    expect(await publish(people.creator, clip(5000))).toMatchObject(full)
    expect(await statusAndText(await beginUpload(people.creator, 5000))).toEqual(full)
    expect(await statusAndText(await sendPart(people.creator, address, clip(9 * megabyte), 0))).toEqual(full)
    // Full only while it is written: the first look is fine, the next is not.
    let looks = 0
    services.intake.checkRoom = (bytes) => (looks++ === 0 ? checkRoom(bytes) : hasNone(bytes))
    expect(await statusAndText(await sendPart(people.creator, address, clip(9 * megabyte), 0))).toEqual(full)
    looks = 0
    expect(await publish(people.creator, clip(9 * megabyte))).toMatchObject(full)
    expect(await unfinishedFiles(club, 'temp')).toEqual([])

    const params = { id: postId }
    expect((await people.member.call(api.posts.like, { params })).status).toBe(200)
    const comment = { params, body: { content: 'Well done' } }
    expect((await people.member.call(api.comments.add, comment)).status).toBe(201)
  } finally {
    services.intake.checkRoom = checkRoom
  }
  // What had arrived is still there, and goes on when there is room again.
  const offset = Number(await offsetOf(people.creator, address))
  expect(offset).toBeGreaterThan(0)
  const rest = clip(9 * megabyte).subarray(offset)
  expect((await sendPart(people.creator, address, rest, offset)).status).toBe(204)
  expect(await cancelUpload(people.creator, address)).toBe(204)
  report(
    'R-07',
    'under the floor of free space: uploads and posts refused with 507 in five ways, nothing half-sent left, likes and comments taken; what had arrived went on when there was room',
    { startedAt },
  )
})

it('refuses a file that does not fit beside running uploads, with the numbers [UPL-5, T-UP-12]', async () => {
  const { services, people } = club
  const { bavail, bsize } = await statfs(services.config.dataDir)
  const { checkRoom } = services.intake
  const small = openIntake({
    ...services.config.storage,
    folder: services.config.dataDir,
    floorBytes: bavail * bsize - 512 * megabyte,
    quotaBytes: Infinity,
  })
  const { quota } = services.intake
  try {
    services.intake.checkRoom = small.checkRoom
    services.intake.quota = small.quota
    const first = (await beginUpload(people.creator, 300 * megabyte)).headers.get('location')!
    const refused = await beginUpload(people.otherCreator, 300 * megabyte)
    expect(await statusAndText(refused)).toMatchObject({
      status: 507,
      body: {
        message: expect.stringMatching(
          /^There is not enough room on the server: this file needs 0\.29 GB, and 0\.\d+ GB are free\.$/,
        ),
      },
    })
    expect(await cancelUpload(people.creator, first)).toBe(204)
    const begun = await beginUpload(people.otherCreator, 300 * megabyte)
    expect(begun.status).toBe(201)
    expect(await cancelUpload(people.otherCreator, begun.headers.get('location')!)).toBe(204)
  } finally {
    services.intake.checkRoom = checkRoom
    services.intake.quota = quota
  }
})

it('enforces the quota, running uploads included [T-UP-12]', async () => {
  const { otherCreator } = club.people
  const sentence = 'Your posts and drafts fill the 0.02 GB you have here. Remove some to make room.'
  const kept = await publish(otherCreator, clip(8 * megabyte))
  expect(kept.status).toBe(201)
  const address = (await beginUpload(otherCreator, 8 * megabyte)).headers.get('location')!
  const refused = await beginUpload(otherCreator, 8 * megabyte)
  expect([refused.status, await refused.json()]).toMatchObject([507, { message: sentence }])
  expect(await publish(otherCreator, clip(8 * megabyte))).toMatchObject({ status: 507, message: sentence })
  const text = new FormData()
  text.append('contentType', 'text')
  text.append('content', 'Words weigh nothing.')
  expect((await otherCreator.call(api.posts.publish, { body: text })).status).toBe(201)
  expect(await cancelUpload(otherCreator, address)).toBe(204)
  expect((await publish(otherCreator, clip(8 * megabyte))).status).toBe(201)
})

const full = { status: 507, body: { code: 'storage_full', message: 'Storage is full.' } }

/** Every write to it fails with ENOSPC; no mount is needed. */
const fullDevice = '/dev/full'

it.runIf(process.platform === 'linux')(
  'resumes an upload that a full disk interrupted once there is space [T-UP-12] [R-07]',
  async () => {
    const { services, people } = club
    const { creator } = people
    const file = clip(3 * megabyte)
    const address = (await beginUpload(creator, file.length)).headers.get('location')!
    expect((await sendPart(creator, address, file.subarray(0, megabyte), 0)).status).toBe(204)
    const path = partPath(services, idOf(address))
    await rename(path, `${path}.received`)
    await symlink(fullDevice, path)
    // The server sees an empty file.
    expect(await statusAndText(await sendPart(creator, address, file, 0))).toEqual(full)
    await rename(`${path}.received`, path)
    expect(await offsetOf(creator, address)).toBe(megabyte)
    expect((await sendPart(creator, address, file.subarray(megabyte), megabyte)).status).toBe(204)
    expect((await readFile(path)).equals(file)).toBe(true)
    expect(await cancelUpload(creator, address)).toBe(204)
  },
)

it('reports a full disk, and resumes once there is space [T-UP-12] [R-07]', async ({ skip }) => {
  const { services, people } = club
  const { creator } = people
  await mkdir(folder('parts'), { recursive: true })
  const count = async () => (await services.db.select().from(posts)).length
  const before = await count()
  // What was published before is worked on in the same folder.
  await services.jobs.settled()
  const mounted: string[] = []
  const { checkRoom } = services.intake
  try {
    for (const name of ['temp', 'parts']) {
      try {
        execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder(name)], { stdio: 'ignore' })
      } catch {
        skip(`no file system may be mounted here: only ${fullDevice} is tested`)
      }
      mounted.push(folder(name))
    }
    // The floor would refuse first.
    services.intake.checkRoom = async () => {}
    expect(await publish(creator, clip(3 * megabyte))).toMatchObject(full)
    expect(await unfinishedFiles(club, 'temp')).toEqual([])
    const file = clip(3 * megabyte)
    const address = (await beginUpload(creator, file.length)).headers.get('location')!
    expect(await statusAndText(await sendPart(creator, address, file, 0))).toEqual(full)
    const received = Number(await offsetOf(creator, address))
    expect(received).toBeGreaterThan(0)
    execFileSync('mount', ['-o', 'remount,size=4m', folder('parts')])
    expect((await sendPart(creator, address, file.subarray(received), received)).status).toBe(204)
    expect((await readFile(partPath(services, idOf(address)))).equals(file)).toBe(true)
    expect(await cancelUpload(creator, address)).toBe(204)
    expect(await unfinishedFiles(club, 'parts')).toEqual([])
    // A small one fits again, from one file system to the next.
    const uploadId = await sendResumably(creator, clip(100_000))
    expect(await unfinishedFiles(club, 'parts')).toEqual([uploadId])
    expect(await count()).toBe(before)
  } finally {
    services.intake.checkRoom = checkRoom
    for (const path of mounted) execFileSync('umount', ['-l', path])
  }
})
