import { readdirSync, readFileSync } from 'node:fs'
import { api } from '@touchline/contract/api.ts'
import type { Post } from '@touchline/contract/posts.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { media } from '#features/media/schema.ts'
import { posts } from '../schema.ts'
import { type Club, openClub } from '#testing/club.ts'
import { longGif, photographed, secret, hugeJpeg, hugePng } from '#testing/hostile-pictures.ts'
import { beginUpload, idOf, sendPart, sendResumably } from '#testing/resumable.ts'
import { unfinishedFiles } from '#testing/stored-files.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

type Sent = { contentType: string; file: Buffer; name?: string; type?: string }

/** Both ways a file can come. */
const ways = {
  async 'in a form'({ contentType, file, name = 'photo.jpg', type = 'image/jpeg' }: Sent) {
    const body = new FormData()
    body.append('contentType', contentType)
    body.append('media', new Blob([new Uint8Array(file)], { type }), name)
    return club.people.creator.call(api.posts.publish, { body })
  },
  async 'in parts'({ contentType, file }: Sent) {
    const body = new FormData()
    body.append('contentType', contentType)
    body.append('uploadId', await sendResumably(club.people.creator, file))
    return club.people.creator.call(api.posts.publish, { body })
  },
}
const bothWays = Object.entries(ways)

const rows = async () => ({
  posts: (await club.services.db.select().from(posts)).length,
  media: (await club.services.db.select().from(media)).length,
})
const servedFiles = async ({ media: shown }: Post) =>
  Promise.all(
    [shown!.url, ...shown!.sources.map(({ url }) => url), ...shown!.poster.map(({ url }) => url)].map(
      async (url) => {
        const answer = await club.people.member.fetch(url)
        return { headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
      },
    ),
  )
const picture = (width = 64, height = 48) =>
  sharp({ create: { width, height, channels: 3, background: '#2255aa' } })
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const select = 'Please select an image or video file.'
const clipHead = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1')

it('refuses pages, and files that only claim to be pictures or videos [UPL-3, T-UP-01, T-UP-02]', async () => {
  const png = await picture().png().toBuffer()
  const before = await rows()
  const refused: [Omit<Sent, 'file'> & { file: Buffer | string }, string][] = [
    [{ contentType: 'image', file: svg, name: 'drawing.svg', type: 'image/svg+xml' }, select],
    [{ contentType: 'image', file: svg, name: 'drawing.jpg' }, select],
    [
      { contentType: 'image', file: `<?xml version="1.0"?>\n${svg}`, name: 'a.png', type: 'image/png' },
      select,
    ],
    [{ contentType: 'image', file: '<!doctype html><script>alert(1)</script>', name: 'a.jpg' }, select],
    [{ contentType: 'image', file: '<?xml version="1.0"?><feed/>', name: 'a.xml' }, select],
    [{ contentType: 'image', file: Buffer.concat([Buffer.from('MZ\x90\0'), Buffer.alloc(600)]) }, select],
    [{ contentType: 'image', file: Buffer.from('PK\x03\x04\x14\0\0\0', 'latin1') }, select],
    [{ contentType: 'image', file: '%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj' }, select],
    [{ contentType: 'video', file: '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd', name: 'a.mp4' }, select],
    [{ contentType: 'video', file: png, name: 'clip.mp4', type: 'video/mp4' }, 'This file is a picture.'],
    [{ contentType: 'image', file: Buffer.concat([clipHead, Buffer.alloc(600)]) }, 'This file is a video.'],
    [
      { contentType: 'image', file: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1') },
      'This is a HEIC picture, which cannot be shown here. Please save it as JPEG and choose that.',
    ],
  ]
  for (const [{ file, ...sent }, message] of refused)
    for (const [way, send] of bothWays) {
      const answer = await send({ ...sent, file: Buffer.from(file) })
      expect([way, sent.name, answer.status, answer.message]).toEqual([way, sent.name, 415, message])
    }
  expect(await rows()).toEqual(before)
  expect([await unfinishedFiles(club, 'temp'), await unfinishedFiles(club, 'parts')]).toEqual([[], []])
})

/** Words between the parts of a JPEG. */
const remark = (text: string) => {
  const head = Buffer.from([0xff, 0xfe, 0, 0])
  head.writeUInt16BE(text.length + 2, 2)
  return Buffer.concat([head, Buffer.from(text)])
}

const expectHarmless = (bytes: Buffer) => {
  for (const evil of ['<script', '__HALT', 'PK\x03\x04', 'PK\x05\x06', '*/='])
    expect([evil, bytes.includes(evil, 0, 'latin1')]).toEqual([evil, false])
}

it('keeps only the picture of a file that is also a program [T-UP-03]', async () => {
  const script = '<script>alert(document.domain)</script>'
  const archive = Buffer.from('PK\x03\x04 in the tail PK\x05\x06', 'latin1')
  const archived = '<?php __HALT_COMPILER(); ?>'
  const jpeg = await picture(700, 500).jpeg().toBuffer()
  const gif = await picture(300, 200).gif().toBuffer()
  const comment = Buffer.concat([
    Buffer.from([0x21, 0xfe, script.length]),
    Buffer.from(script),
    Buffer.from([0]),
  ])
  const polyglots = [
    Buffer.concat([jpeg.subarray(0, 2), remark(script), jpeg.subarray(2), Buffer.from(script), archive]),
    Buffer.concat([jpeg.subarray(0, 2), remark(archived), jpeg.subarray(2), Buffer.from(archived), archive]),
    Buffer.concat([gif.subarray(0, -1), comment, Buffer.from(';'), Buffer.from(`*/=1;${script}`), archive]),
  ]
  for (const file of polyglots)
    for (const [way, send] of bothWays) {
      const answer = await send({ contentType: 'image', file })
      expect([way, answer.status, answer.message]).toEqual([way, 201, ''])
      for (const { bytes, headers } of await servedFiles(answer.body)) {
        expectHarmless(bytes)
        expect(headers.get('content-type')).toMatch(/^image\/(webp|avif|jpeg)$/)
        expect(headers.get('x-content-type-options')).toBe('nosniff')
        expect(headers.get('content-security-policy')).toContain('sandbox')
      }
    }
  const { media: store } = club.services
  for await (const { key } of store.list())
    expectHarmless(Buffer.concat(await (await store.open(key)).toArray()))
})

/** The most memory a child process of this one ever held, in MB, by its id; where the system tells. */
const childrenPeakMb = () =>
  new Map(
    readdirSync(`/proc/${process.pid}/task`)
      .flatMap((task) => readFileSync(`/proc/${process.pid}/task/${task}/children`, 'utf8').split(' '))
      .filter((pid) => pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('image-worker'))
      .map((pid) => {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8')
        return [pid, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024] as const
      }),
  )
const canWatch = process.platform === 'linux'

it('refuses decompression bombs before opening them, in a separate process [T-UP-04]', async () => {
  const bombs: [string, Buffer][] = [
    ['16,000 pixels a side', await hugePng(16_000)],
    ['30,000 pixels a side', await hugePng(30_000)],
    ['a JPEG of 65,535 pixels a side', hugeJpeg()],
    ['10,000 frames', longGif(10_000)],
  ]
  for (const [, file] of bombs) expect(file.length).toBeLessThan(300_000)
  const { 'in a form': send } = ways
  // Warm, it has loaded what it needs.
  expect((await send({ contentType: 'image', file: await picture(900, 700).png().toBuffer() })).status).toBe(
    201,
  )
  const before = canWatch ? childrenPeakMb() : new Map<string, number>()
  for (const [what, file] of bombs)
    for (const [way, sendBomb] of bothWays) {
      const { status, message } = await sendBomb({ contentType: 'image', file })
      expect([what, way, status]).toEqual([what, way, 415])
      expect(message).toMatch(/too large|could not be read/)
    }
  expect((await send({ contentType: 'image', file: longGif(300) })).status).toBe(201)
  if (!canWatch) return
  expect(before.size).toBe(1)
  for (const [pid, peakMb] of childrenPeakMb()) expect(peakMb - before.get(pid)!).toBeLessThan(50)

  // A photo of 108 megapixels is scaled while it is decoded: whole, it would take 324 MB.
  const photo = await picture(12_000, 9000).jpeg().toBuffer()
  expect((await send({ contentType: 'image', file: photo })).status).toBe(201)
  for (const [pid, peakMb] of childrenPeakMb()) expect(peakMb - before.get(pid)!).toBeLessThan(150)
})

it('removes place, time and author from every picture and keeps it upright [UPL-4, T-UP-08]', async () => {
  for (const [format, file] of Object.entries(await photographed())) {
    expect([format, file.includes(secret), (await sharp(file).metadata()).orientation]).toEqual([
      format,
      true,
      6,
    ])
    for (const [way, send] of bothWays) {
      const { status, body } = await send({ contentType: 'image', file })
      expect([format, way, status]).toEqual([format, way, 201])
      expect(body.media).toMatchObject({ width: 600, height: 800 })
      for (const { bytes } of await servedFiles(body)) {
        for (const trace of [secret, 'Exif', 'EXIF', 'xmpmeta', 'GPS', 'XMP '])
          expect([format, trace, bytes.includes(trace, 0, 'latin1')]).toEqual([format, trace, false])
        const { exif, xmp, iptc, orientation, width, height } = await sharp(bytes).metadata()
        expect([exif, xmp, iptc, orientation ?? 1]).toEqual([undefined, undefined, undefined, 1])
        expect(height).toBeGreaterThan(width)
        // Turned upright, what was on the left is on top.
        const { data, info } = await sharp(bytes)
          .resize(2, 2, { fit: 'fill' })
          .raw()
          .toBuffer({ resolveWithObject: true })
        const redness = [0, 2].map((pixel) => data[pixel * info.channels]! - data[pixel * info.channels + 2]!)
        expect(redness[0]).toBeGreaterThan(60)
        expect(redness[1]).toBeLessThan(0)
      }
    }
  }
})

it('ignores file names and never returns them [UPL-3, T-UP-11]', async () => {
  const { creator } = club.people
  const file = await picture().png().toBuffer()
  const names = [
    '../../etc/cron.d/x',
    'a.php%00.jpg',
    'CON',
    'x'.repeat(5000),
    'a\r\nset-cookie: b=1',
    '.htaccess',
  ]
  for (const name of names) {
    const { status, body, headers } = await ways['in a form']({ contentType: 'image', file, name })
    expect([name.slice(0, 20), status]).toEqual([name.slice(0, 20), 201])
    const response = JSON.stringify([body, [...headers]])
    for (const trace of ['cron', 'php', 'CON"', 'xxxxx', 'set-cookie: b', 'htaccess'])
      expect(response).not.toContain(trace)
    expect(body.media!.url).toMatch(/^\/media\/[A-Za-z0-9_-]{22}\/[a-z0-9-]+$/)

    const filename = Buffer.from(name).toString('base64')
    const begun = await beginUpload(creator, file.length, {
      'upload-metadata': `filename ${filename},filetype aQ==`,
    })
    const address = begun.headers.get('location')!
    expect([begun.status, address]).toEqual([
      201,
      expect.stringMatching(/^\/api\/uploads\/[A-Za-z0-9_-]{22}$/),
    ])
    const state = await creator.fetch(address, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } })
    expect(JSON.stringify([[...state.headers], [...begun.headers]])).not.toContain(filename)
    await sendPart(creator, address, file, 0)
    expect(await unfinishedFiles(club, 'parts')).toEqual([idOf(address)])
    await creator.fetch(address, { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } })
  }
})

it('never replaces a published file [T-UP-14]', async () => {
  const { creator } = club.people
  const { body: post } = await ways['in a form']({
    contentType: 'image',
    file: await picture().png().toBuffer(),
  })
  const changes: Record<string, unknown>[] = [
    { mediaUrl: '/media/other/640', mediaType: 'video' },
    { mediaType: 'text' },
    { mediaUrl: 'https://example.com/x.jpg', title: 'New' },
    { media: { url: '/media/other/640' } },
  ]
  for (const change of changes) {
    const answer = await creator.fetch(`/api/posts/${post.id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(change),
    })
    expect([change, answer.status, await answer.json()]).toMatchObject([
      change,
      400,
      { message: 'Files are changed on the Edit Post page of this post.' },
    ])
  }
  const params = { id: post.id }
  expect((await creator.call(api.posts.show, { params })).body).toEqual(post)
})
