import { api } from '@touchline/contract/api.ts'
import type { Media } from '@touchline/contract/media.ts'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { media } from '#features/media/schema.ts'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { listenIn } from '#testing/received.ts'
import { storedPost, wholeVideo } from '#testing/stored-post.ts'
import { unfinishedFiles } from '#testing/stored-files.ts'
import { waitingForALock } from '#testing/waiting-for-a-lock.ts'
import { posts } from './schema.ts'
import { updatePostsOfMedia } from './update-posts-of-media.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const isRed = (pixel: Buffer) => pixel[0]! > 180 && pixel[1]! < 80
/** A photo as a phone makes it: stored lying, marked to be turned, with the place it was taken at. */
const photo = (width: number, height: number, orientation = 1) =>
  sharp({ create: { width, height, channels: 3, background: '#2255aa' } })
    .composite([
      {
        input: { create: { width: width >> 1, height, channels: 3, background: '#dd2211' } },
        left: 0,
        top: 0,
      },
    ])
    .withExif({
      IFD0: { Artist: 'Sekret Person' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
    })
    .withMetadata({ orientation })
    .jpeg()
    .toBuffer()

type Form = { contentType?: string; title?: string; content?: string; file?: [Uint8Array, string] }
const publish = (form: Form, caller: Caller = club.people.creator) => {
  const body = new FormData()
  for (const name of ['contentType', 'title', 'content'] as const)
    if (form[name] !== undefined) body.append(name, form[name])
  if (form.file) body.append('media', new Blob([new Uint8Array(form.file[0])]), form.file[1])
  return caller.call(api.posts.publish, { body })
}
/** The widths a picture is offered at, each in both formats, the smaller one first. */
const widthsOf = (shown: Media | null) => {
  const [avif, webp] = ['image/avif', 'image/webp'].map((type) =>
    shown!.sources.filter(({ mimeType }) => mimeType === type).map(({ width }) => width),
  )
  expect(shown!.sources.map(({ mimeType }) => mimeType).slice(0, 2)).toEqual(['image/avif', 'image/webp'])
  expect(avif).toEqual(webp)
  return webp
}
const bytesAt = async (url: string) => Buffer.from(await (await club.people.member.fetch(url)).arrayBuffer())

it('publishes a picture upright, in every width up to its own, without its location [UPL-1, UPL-4]', async () => {
  const source = await photo(1600, 1200, 6)
  expect((await sharp(source).metadata()).exif?.toString('latin1')).toContain('Sekret')
  const answer = await publish({ contentType: 'image', title: ' Kick-off ', file: [source, 'photo.jpg'] })
  expect(answer.status).toBe(201)
  const { media: shown, ...post } = answer.body
  expect(post).toMatchObject({ title: 'Kick-off', content: '', mediaType: 'image', status: 'ready' })
  expect(shown).toMatchObject({ width: 1200, height: 1600, mimeType: 'image/webp' })
  expect(widthsOf(shown)).toEqual([320, 640, 1080, 1200])
  expect(post.mediaUrl).toBe(shown!.sources.at(-1)!.url)
  expect(Buffer.from(shown!.placeholder!, 'base64').length).toBeGreaterThan(10)

  for (const { url, width, mimeType } of shown!.sources) {
    expect(url).toMatch(/^\/media\/[A-Za-z0-9_-]{22}\/\d+(-avif)?$/)
    const bytes = await bytesAt(url)
    const { exif, xmp, ...facts } = await sharp(bytes).metadata()
    expect([exif, xmp]).toEqual([undefined, undefined])
    expect(bytes.includes('Sekret')).toBe(false)
    expect(facts).toMatchObject({ width, format: mimeType === 'image/webp' ? 'webp' : 'heif' })
    expect(facts.height).toBeGreaterThan(facts.width)
    // Turned by 90 degrees, what was stored on the left is on top.
    const { data } = await sharp(bytes)
      .resize(2, 2, { fit: 'fill' })
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([isRed(data.subarray(0, 3)), isRed(data.subarray(6, 9))]).toEqual([true, false])
  }
})

it('never enlarges a small picture [UPL-4]', async () => {
  const small = await publish({ contentType: 'image', file: [await photo(300, 200), 'small.jpg'] })
  expect(small.body.media).toMatchObject({ width: 300, height: 200 })
  expect(widthsOf(small.body.media)).toEqual([300])
  const large = await publish({ contentType: 'image', file: [await photo(2400, 400), 'wide.jpg'] })
  expect(widthsOf(large.body.media)).toEqual([320, 640, 1080, 1920])
})

it('accepts every offered picture format and rejects decompression bombs [UPL-1]', async () => {
  const plain = sharp({ create: { width: 90, height: 60, channels: 4, background: '#dd221180' } })
  const pictures = [
    plain.clone().png(),
    plain.clone().gif(),
    plain.clone().webp(),
    plain.clone().avif({ effort: 0 }),
  ]
  for (const picture of pictures)
    expect(await publish({ contentType: 'image', file: [await picture.toBuffer(), 'x'] })).toMatchObject({
      status: 201,
      body: { media: { width: 90, height: 60 } },
    })
  const wide = sharp({ create: { width: 30_001, height: 2, channels: 3, background: '#000' } })
  const many = sharp({ create: { width: 7_100, height: 7_100, channels: 3, background: '#000' } })
  for (const bomb of [wide, many])
    expect(
      await publish({ contentType: 'image', file: [await bomb.png().toBuffer(), 'x.png'] }),
    ).toMatchObject({
      status: 415,
      message:
        'This picture is too large: the limit is 50 megapixels (120 for JPEG) and 30,000 pixels a side.',
    })
})

it('publishes text posts and names missing fields [UPL-2]', async () => {
  const text = await publish({ contentType: 'text', content: 'Line one\nLine two' })
  expect(text).toMatchObject({
    status: 201,
    body: { title: null, content: 'Line one\nLine two', mediaUrl: null, media: null, mediaType: 'text' },
  })
  const refused = [
    [{ contentType: 'text', content: '  ' }, 400, 'Please write some content for your text post.'],
    [
      { contentType: 'text', content: 'x', file: [await photo(64, 64), 'too-many.jpg'] },
      400,
      'A text post has no file. Please choose Image or Video instead.',
    ],
    [{ contentType: 'image', content: 'No file' }, 400, 'Please select a file to upload.'],
    [{ contentType: 'video' }, 400, 'Please select a file to upload.'],
    [{ contentType: 'image', file: [Buffer.alloc(0), 'empty.jpg'] }, 400, 'Please select a file to upload.'],
    [{ contentType: 'poem', content: 'x' }, 400, 'Choose image, video or text.'],
    [
      { contentType: 'text', content: 'x', title: 'y'.repeat(201) },
      400,
      'Please use at most 200 characters.',
    ],
  ] satisfies [Form, number, string][]
  for (const [form, status, message] of refused)
    expect(await publish(form)).toMatchObject({ status, message })
})

it('detects the type of a file by its content [UPL-2, UPL-3]', async () => {
  const sentence = 'Please select an image or video file.'
  const page = Buffer.from('<html><script>alert(1)</script></html>')
  const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')
  const halfJpeg = (await photo(800, 600)).subarray(0, 2000)
  const fakeJpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), page])
  const refused: [string, Uint8Array, string][] = [
    ['image', page, sentence],
    ['image', drawing, sentence],
    ['image', Buffer.from('just some words'), sentence],
    ['video', Buffer.from('#EXTM3U\nfile:///etc/passwd'), sentence],
    ['image', halfJpeg, 'This picture could not be read. Please try another file.'],
    ['image', fakeJpeg, 'This picture could not be read. Please try another file.'],
    ['video', await photo(64, 64), 'This file is a picture.'],
  ]
  const before = (await club.services.db.select().from(posts)).length
  for (const [contentType, bytes, message] of refused)
    expect(await publish({ contentType, file: [bytes, 'picture.jpg'] })).toMatchObject({
      status: 415,
      message,
      body: { code: 'unsupported_media' },
    })
  expect(await club.services.db.select().from(posts)).toHaveLength(before)
  expect(await unfinishedFiles(club, 'temp')).toEqual([])
})

it('only creators may publish [UPL-1]', async () => {
  const { member, admin, lapsed, blocked } = club.people
  for (const person of [member, admin, lapsed, blocked])
    expect((await publish({ contentType: 'text', content: 'x' }, person)).status).toBe(403)
  expect((await publish({ contentType: 'text', content: 'x' }, club.visitor())).status).toBe(401)
})

const newFilm = (status: 'processing' | 'failed') =>
  storedPost(club.services, {
    creatorId: club.people.creator.id,
    kind: 'video',
    status,
    files: [wholeVideo(1000)],
  })
it('deletes a post at the moment when its film is ready [FEED-4, UPL-4]', async () => {
  const { people, services } = club
  const { id, mediaId } = await newFilm('processing')
  const removing = await services.db.transaction(async (tx) => {
    await tx.select().from(media).where(eq(media.id, mediaId)).for('update')
    const asked = people.creator.call(api.posts.remove, { params: { id } })
    await expect.poll(() => waitingForALock(club)).toBe(1)
    await updatePostsOfMedia(services, tx, { id: mediaId, status: 'ready' })
    return { asked }
  })
  expect((await removing.asked).status).toBe(204)
  expect(await services.db.select().from(posts).where(eq(posts.id, id))).toEqual([])
  expect(await services.db.select().from(media).where(eq(media.id, mediaId))).toEqual([])
})

it('notifies its creator of a retry [PLAY-2]', async () => {
  const { people, services } = club
  const { id, mediaId } = await newFilm('failed')
  await services.db
    .update(media)
    .set({ status: 'failed', problem: 'It could not be read.', work: 'prepare', attempts: 3 })
    .where(eq(media.id, mediaId))
  const heard = listenIn(club)
  const answer = await people.creator.call(api.posts.prepareAgain, { params: { id } })
  expect([answer.status, answer.body.status]).toEqual([200, 'processing'])
  const said = (await heard.soFar()).find(({ message }) => message.type === 'post_updated')
  expect(said).toEqual({
    audience: { person: people.creator.id },
    message: { type: 'post_updated', postId: id },
  })
})
