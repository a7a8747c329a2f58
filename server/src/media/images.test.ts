import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { realPath } from '#testing/real-file.ts'
import { openImages } from './images.ts'

const { log } = Fastify()
let folder: string
let picture: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'images-'))
  picture = join(folder, 'noise.png')
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  await sharp({ create: { width: 1920, height: 320, channels: 3, background: '#555', noise } })
    .png({ compressionLevel: 1 })
    .toFile(picture)
})
afterAll(() => rm(folder, { recursive: true }))

/** What becomes of a picture, and what lies in the folder then. */
async function render(images: ReturnType<typeof openImages>) {
  let made = 0
  const answer = await images
    .render(picture, () => join(folder, `size-${(made += 1)}`))
    .then(({ width }) => ({ width }))
    .catch((error: unknown) => error)
  const files = (await readdir(folder)).filter((name) => name.startsWith('size-'))
  for (const file of files) await rm(join(folder, file))
  return { answer, files: files.length }
}

it('refuses a picture that costs more work than it may, and goes on with the next', async () => {
  const strict = openImages({ log, maxCpuMs: 20 })
  for (const answered of [await render(strict), await render(strict)])
    expect(answered).toMatchObject({
      answer: { status: 415, code: 'unsupported_media' },
      files: 0,
    })
  strict.close()
})

it('blames the machine, not the picture, for waiting in vain, and goes on with the next', async () => {
  const hasty = openImages({ log, maxMs: 1 })
  for (const answered of [await render(hasty), await render(hasty)])
    expect(answered).toMatchObject({
      answer: { status: 503, details: { retryAfterSeconds: 5 } },
      files: 0,
    })
  hasty.close()
  const patient = openImages({ log })
  expect(await render(patient)).toEqual({ answer: { width: 1920 }, files: 8 })
  patient.close()
})

/** The id of the process that works on pictures for this one. */
function workerOf(): number {
  const found = readdirSync(`/proc/${process.pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${process.pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  )
  return Number(found.find((id) => readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('image-worker')))
}

describe.skipIf(process.platform !== 'linux')('a process that works on pictures', () => {
  it('goes on when a signal reaches everything that belongs to the site [T-UP-10]', async () => {
    const images = openImages({ log })
    await render(images)
    const rendering = render(images)
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.kill(workerOf(), signal)
    expect(await rendering).toEqual({ answer: { width: 1920 }, files: 8 })
    images.close()
  })

  it('that is ended by others is not the fault of its picture; one that breaks is [T-UP-09] [R-22]', async () => {
    const images = openImages({ log })
    await render(images)
    for (const [signal, status] of [
      ['SIGKILL', 503],
      ['SIGSEGV', 415],
      ['SIGABRT', 415],
    ] as const) {
      const rendering = render(images)
      // The worker is asked, or started, once what was begun above has had its turn.
      await new Promise(setImmediate)
      process.kill(workerOf(), signal)
      expect(await rendering).toMatchObject({ answer: { status }, files: 0 })
    }
    expect(await render(images)).toEqual({ answer: { width: 1920 }, files: 8 })
    images.close()
  })

  it('blames no picture for the end of the site, neither the one it is at nor those that wait', async () => {
    const images = openImages({ log })
    const settled = Promise.all([render(images), render(images)])
    await new Promise(setImmediate)
    images.close()
    const blameless = { answer: { status: 503 }, files: 0 }
    expect(await settled).toMatchObject([blameless, blameless])
  })
})

const newPath = () => join(folder, randomUUID())

it('queues twenty pictures and rejects more with 503', async () => {
  const images = openImages({ log })
  const asked = Array.from({ length: 20 }, () => images.render(picture, newPath))
  const all = Promise.allSettled(asked)
  await expect(images.render(picture, newPath)).rejects.toMatchObject({
    status: 503,
    message: 'Too many pictures are being worked on. Please try again in a minute.',
    details: { retryAfterSeconds: 60 },
  })
  images.close()
  expect((await all).every(({ status }) => status === 'rejected')).toBe(true)
})

it('takes the pictures of two creators in turns [UPL-6]', async () => {
  const images = openImages({ log })
  const order: string[] = []
  const ask = async (name: string, ownerId: string) => {
    await images.render(picture, newPath, { ownerId })
    order.push(name)
  }
  await Promise.all([ask('a1', 'a'), ask('a2', 'a'), ask('a3', 'a'), ask('b1', 'b'), ask('b2', 'b')])
  images.close()
  expect(order).toEqual(['a1', 'a2', 'b1', 'a3', 'b2'])
})

const avatarOf = (ownerId: string) => ({ side: 64, ownerId })

async function avatarAt(path: string) {
  const images = openImages({ log, avatarCpuMs: 20_000 })
  const made = await images.render(path, newPath, avatarOf('a'))
  images.close()
  return made
}

describe('avatars', () => {
  it('wait for whatever is published, and for each other in turn', async () => {
    const images = openImages({ log })
    const order: string[] = []
    const ask = async (name: string, path: string, ownerId?: string) => {
      await images.render(path, newPath, ownerId ? avatarOf(ownerId) : undefined)
      order.push(name)
    }
    await Promise.all([
      ask('first', picture, 'a'),
      ask('second of a', picture, 'a'),
      ask('b', picture, 'b'),
      ask('a post', picture),
    ])
    images.close()
    expect(order).toEqual(['first', 'a post', 'second of a', 'b'])
  })

  it('of one person wait one at a time, and leave room for others and for posts', async () => {
    const images = openImages({ log })
    const asked = [1, 2].map(() => images.render(picture, newPath, avatarOf('a')))
    const tooMany = 'Too many pictures are being worked on. Please try again in a minute.'
    await expect(images.render(picture, newPath, avatarOf('a'))).rejects.toMatchObject({ message: tooMany })
    const crowd = Array.from({ length: 45 }, (_, index) =>
      images.render(picture, newPath, avatarOf(`p${index}`)),
    )
    const post = images.render(picture, newPath)
    const all = Promise.allSettled([...asked, ...crowd])
    expect((await post).width).toBe(1920)
    images.close()
    expect((await all).filter(({ status }) => status === 'rejected').length).toBeGreaterThanOrEqual(6)
  })

  it.each([
    ['a photo of a phone, turned', 4000, 3000, 'jpeg'],
    ['a photo of 48 megapixels', 8000, 6000, 'jpeg'],
    ['a screenshot', 3840, 2160, 'png'],
  ] as const)('are made of %s', async (_what, width, height, format) => {
    const path = join(folder, `photo-${width}.${format}`)
    const flat = sharp({ create: { width, height, channels: 3, background: '#357' } })
    await flat.toFormat(format).withMetadata({ orientation: 6 }).toFile(path)
    expect(await avatarAt(path)).toMatchObject({ sizes: [{ width: 64 }] })
  })

  it('are made of a photo of 12 megapixels', async () => {
    const made = await avatarAt(realPath('turned-12-megapixels.avif'))
    expect(made).toMatchObject({ sizes: [{ width: 64 }] })
  })

  it.each([
    ['has too many pixels to be decoded whole', 'plain-20-megapixels.avif', {}],
    ['costs more work than an avatar may', 'turned-12-megapixels.avif', { avatarCpuMs: 20 }],
  ])('are not made of a picture that %s', async (_what, name, bounds) => {
    const images = openImages({ log, ...bounds })
    await expect(images.render(realPath(name), newPath, avatarOf('a'))).rejects.toMatchObject({
      status: 415,
      message: 'This picture is too large for a profile picture: please choose a smaller one.',
    })
    images.close()
  })
})
