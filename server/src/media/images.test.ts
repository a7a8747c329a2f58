import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openImages } from './images.ts'

const { log } = Fastify()
let folder: string
let picture: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'images-'))
  picture = join(folder, 'noise.png')
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  await sharp({ create: { width: 1920, height: 1920, channels: 3, background: '#555', noise } })
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
  const strict = openImages({ log, longestCpuMs: 20 })
  for (const answered of [await render(strict), await render(strict)])
    expect(answered).toMatchObject({
      answer: { status: 415, code: 'unsupported_media' },
      files: 0,
    })
  strict.close()
})

it('blames the machine, not the picture, for waiting in vain, and goes on with the next', async () => {
  const hasty = openImages({ log, longestMs: 1 })
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
