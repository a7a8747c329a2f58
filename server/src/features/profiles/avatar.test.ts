import { readdir } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { people } from '#features/people/schema.ts'
import { media, mediaFiles } from '#features/media/schema.ts'
import { publishPost } from '#features/posts/publish-post.ts'
import { type Caller, cookiesOf } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { longGif, photographed, secret, hugeJpeg, hugePng } from '#testing/hostile-pictures.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

type Named = { name?: string; type?: string }

const formOf = (file: Buffer | string, { name = 'me.jpg', type = 'image/jpeg' }: Named = {}) => {
  const body = new FormData()
  body.append('avatar', new Blob([file instanceof Buffer ? new Uint8Array(file) : file], { type }), name)
  return body
}
const upload = (caller: Caller, file: Buffer | string, named?: Named) =>
  caller.call(api.profiles.uploadAvatar, { body: formOf(file, named) })
const plain = (background = '#2255aa', width = 640, height = 480) =>
  sharp({ create: { width, height, channels: 3, background } })
const bytesAt = async (caller: Caller, address: string) => {
  const answer = await caller.fetch(address)
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}
const urlOf = async (caller: Caller) => (await caller.call(api.accounts.signedInUser)).body.profileImageUrl
const stored = () => club.services.db.select().from(mediaFiles)
const inTemp = () => readdir(join(club.services.config.dataDir, 'media', 'temp'))
const address = /^\/media\/[A-Za-z0-9_-]{22}\/square$/

it('shows a person’s picture wherever they are shown, cut to a square of the size it is needed in [PROF-3]', async () => {
  const { creator, member, otherMember } = club.people
  expect(await urlOf(member)).toBeNull()
  const { status, body } = await upload(member, await plain().jpeg().toBuffer())
  expect([status, body.profileImageUrl]).toEqual([200, expect.stringMatching(address)])
  expect(await urlOf(member)).toBe(body.profileImageUrl)
  const shown = await bytesAt(otherMember, body.profileImageUrl)
  expect(shown.headers.get('content-type')).toBe('image/webp')
  const { format, width, height } = await sharp(shown.bytes).metadata()
  expect([format, width, height]).toEqual(['webp', 320, 320])

  const ofCreator = (await upload(creator, await plain('#aa2222', 90, 200).png().toBuffer())).body
  const small = await sharp((await bytesAt(member, ofCreator.profileImageUrl)).bytes).metadata()
  expect([small.width, small.height]).toEqual([90, 90])
  const post = { creatorId: creator.id, content: 'Kick-off', contentType: 'text' } as const
  const id = await publishPost(club.services, post)
  await member.call(api.comments.add, { params: { id }, body: { content: 'There!' } })
  const seen = await otherMember.call(api.posts.show, { params: { id } })
  expect(seen.body.creator.profileImageUrl).toBe(ofCreator.profileImageUrl)
  const [comment] = (await otherMember.call(api.comments.list, { params: { id } })).body
  expect(comment!.user.profileImageUrl).toBe(body.profileImageUrl)
  const profile = await member.call(api.profiles.show, { params: { id: creator.id } })
  expect(profile.body.profileImageUrl).toBe(ofCreator.profileImageUrl)
  const found = await creator.call(api.blocks.search, { body: { query: member.email } })
  expect(found.body.map(({ profileImageUrl }) => profileImageUrl)).toEqual([body.profileImageUrl])
})

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const archive = Buffer.from('PK\x03\x04 in the tail PK\x05\x06', 'latin1')

it('takes no file that is no picture, whatever it calls itself [PROF-3, T-UP-01, T-UP-02]', async () => {
  const { member } = club.people
  const before = await stored()
  const clip = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1'), Buffer.alloc(600)])
  const others: [Buffer | string, Named?][] = [
    [svg, { name: 'me.svg', type: 'image/svg+xml' }],
    [svg, { name: 'me.png', type: 'image/png' }],
    ['<!doctype html><script>alert(1)</script>'],
    ['<?xml version="1.0"?><feed/>'],
    [Buffer.concat([Buffer.from('MZ\x90\0'), Buffer.alloc(600)])],
    [archive],
    ['%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj'],
    [clip],
    ['words'],
  ]
  for (const [file, named] of others)
    expect(await upload(member, file, named)).toMatchObject({
      status: 415,
      message: 'Please select an image file.',
    })
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')
  expect(await upload(member, heic)).toMatchObject({ status: 415, message: expect.stringMatching(/HEIC/) })
  expect(await stored()).toEqual(before)
  expect(await inTemp()).toEqual([])
})

it('stores only the picture of a polyglot file, without metadata [T-UP-03, T-UP-08]', async () => {
  const { member, otherMember } = club.people
  const photos = await photographed()
  const script = Buffer.from('<script>alert(document.domain)</script>')
  const gif = await plain().gif().toBuffer()
  for (const file of [
    ...Object.values(photos),
    Buffer.concat([photos.jpeg, script, archive]),
    Buffer.concat([gif, Buffer.from('*/=1;'), script, archive]),
  ]) {
    const { status, body } = await upload(member, file)
    expect(status).toBe(200)
    const { bytes, headers } = await bytesAt(otherMember, body.profileImageUrl)
    for (const trace of [secret, 'Exif', 'EXIF', 'xmpmeta', 'GPS', '<script', 'PK\x03\x04'])
      expect([trace, bytes.includes(trace, 0, 'latin1')]).toEqual([trace, false])
    expect((await sharp(bytes).metadata()).orientation ?? 1).toBe(1)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain('sandbox')
    expect(headers.get('cache-control')).toBe('private, no-cache')
  }
  // It lay on its side: turned upright, its red half is on top.
  const upright = (await upload(member, photos.jpeg)).body.profileImageUrl
  const { data, info } = await sharp((await bytesAt(member, upright)).bytes)
    .resize(2, 2, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const redness = [0, 2].map((pixel) => data[pixel * info.channels]! - data[pixel * info.channels + 2]!)
  expect([redness[0]! > 60, redness[1]! < 0]).toEqual([true, true])
})

it('refuses pictures that would burst, and shows of one that moves the first [T-UP-04]', async () => {
  const { member } = club.people
  const before = await urlOf(member)
  for (const file of [await hugePng(16_000), hugeJpeg(), longGif(10_000)]) {
    const { status, message } = await upload(member, file)
    expect(status).toBe(415)
    expect(message).toMatch(/too large|could not be read/)
  }
  // What was there is shown on.
  expect(await urlOf(member)).toBe(before)
  const { body } = await upload(member, longGif(20))
  const mediaId = body.profileImageUrl.split('/')[2]!
  const [row] = await club.services.db.select().from(media).where(eq(media.id, mediaId))
  expect([row!.status, row!.work]).toEqual(['ready', null])
})

it('takes 5 MB and not a byte more, one file, and no form that is none [PROF-3, T-UP-05, T-UP-06]', async () => {
  const { otherCreator: person } = club.people
  const limit = 5 * 1024 * 1024
  const picture = await plain().jpeg().toBuffer()
  const ofSize = (bytes: number) => Buffer.concat([picture, Buffer.alloc(bytes - picture.length)])
  expect((await upload(person, ofSize(limit))).status).toBe(200)
  const url = await urlOf(person)
  expect(await upload(person, ofSize(limit + 1))).toMatchObject({
    status: 413,
    message: 'This file is too large: the limit is 5MB.',
  })
  const empty = await upload(person, '')
  expect([empty.status, empty.message]).toEqual([400, 'Please select an image file.'])
  expect(empty.body).toMatchObject({ fields: { avatar: 'Please select an image file.' } })
  const two = formOf(picture)
  two.append('avatar', new Blob([new Uint8Array(picture)]), 'two.jpg')
  const elsewhere = new FormData()
  elsewhere.append('media', new Blob([new Uint8Array(picture)]), 'a.jpg')
  const many = new FormData()
  for (let field = 0; field < 1100; field += 1) many.append(`f${field}`, 'x')
  const statuses = []
  for (const body of [two, elsewhere, new FormData(), many])
    statuses.push((await person.call(api.profiles.uploadAvatar, { body })).status)
  expect(statuses).toEqual([400, 400, 400, 413])
  const wrongField = 'The file belongs in the field avatar.'
  const misplaced = await person.call(api.profiles.uploadAvatar, { body: elsewhere })
  expect(misplaced.body).toMatchObject({ message: wrongField, fields: { avatar: wrongField } })
  const send = (headers: Record<string, string>, body: string) =>
    person.fetch('/api/upload-avatar', { method: 'POST', headers, body })
  const type = 'content-type'
  expect((await send({ [type]: 'multipart/form-data' }, 'x')).status).toBe(400)
  expect((await send({ [type]: 'multipart/form-data; boundary=b' }, '--b\r\n')).status).toBe(400)
  expect((await send({ [type]: 'application/json' }, '{}')).status).toBe(415)
  expect(await urlOf(person)).toBe(url)
  expect(await inTemp()).toEqual([])
})

it('keeps nothing of a truncated upload and never returns the file name [T-UP-07, T-UP-11]', async () => {
  const { otherCreator: person } = club.people
  const before = await stored()
  const cut = httpRequest(new URL('/api/upload-avatar', club.url), {
    method: 'POST',
    headers: {
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': 1024 * 1024,
      cookie: cookiesOf(person),
    },
  })
  cut.on('error', () => undefined)
  cut.write('--b\r\ncontent-disposition: form-data; name="avatar"; filename="a.jpg"\r\n\r\nsome bytes')
  await expect.poll(async () => (await inTemp()).length).toBe(1)
  cut.destroy()
  await expect.poll(inTemp).toEqual([])
  expect(await stored()).toEqual(before)

  const file = await plain().png().toBuffer()
  for (const name of [
    '../../etc/cron.d/x',
    'a.php%00.jpg',
    'CON',
    'x'.repeat(5000),
    'a\r\nset-cookie: b=1',
  ]) {
    const { status, body } = await upload(person, file, { name })
    expect([status, body.profileImageUrl]).toEqual([200, expect.stringMatching(address)])
  }
  const [row] = await club.services.db.select().from(people).where(eq(people.id, person.id))
  expect(row!.avatarId).toMatch(/^[A-Za-z0-9_-]{22}$/)
})
