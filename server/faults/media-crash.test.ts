import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashPassword } from '#features/people/passwords.ts'
import { people } from '#features/people/schema.ts'
import { media, mediaFiles } from '#features/media/schema.ts'
import type { Caller } from '#testing/caller.ts'
import { clip, hasFfmpeg } from '#testing/clips.ts'
import { newDraft } from '#testing/new-draft.ts'
import { beginUpload, idOf, offsetOf, sendPart } from '#testing/resumable.ts'
import { slowFfmpeg } from '#testing/slow-ffmpeg.ts'
import { openSite, type Site } from './site-process.ts'

const patience = { timeout: 240_000, interval: 20 }
/** Much shorter than processing the film takes, so the kill always interrupts it. */
const promptly = { timeout: 20_000 }
const isPossible = hasFfmpeg && process.platform === 'linux'

let folder: string
let ffmpeg: Awaited<ReturnType<typeof slowFfmpeg>>
let site: Site
let creator: Caller
beforeAll(async () => {
  if (!isPossible) return
  folder = await mkdtemp(join(tmpdir(), 'touchline-media-crash-'))
  ffmpeg = await slowFfmpeg()
  site = await openSite(folder, { PATH: ffmpeg.searchPath })
  creator = site.visitor()
  const [email, password] = ['creator@club.example', 'ninety minutes and a bit']
  const passwordHash = await hashPassword(password)
  await site.inside((db) => db.update(people).set({ passwordHash }).where(eq(people.email, email)))
  const { status } = await creator.call(api.accounts.login, { body: { email, password } })
  if (status !== 200) throw new Error(`the creator got ${status}`)
})
afterAll(async () => {
  if (!isPossible) return
  await site.stop()
  await ffmpeg.remove()
  await rm(folder, { recursive: true, force: true })
})

const inMedia = (name: string) => join(folder, 'data', 'media', name)
const publish = (contentType: string, file: Buffer) => {
  const body = new FormData()
  body.append('contentType', contentType)
  body.append('media', new Blob([new Uint8Array(file)]), 'file')
  return creator.call(api.posts.publish, { body })
}

const gently = (look: () => string) => {
  try {
    return look()
  } catch {
    return ''
  }
}
const processes = () => readdirSync('/proc').filter((id) => /^\d+$/.test(id))
const bodyOf = (id: string) => gently(() => readFileSync(`/proc/${id}/cmdline`, 'utf8'))
/** The media programs of this site, found by their working folder. */
const filmWorkers = () =>
  processes().filter((id) => gently(() => readlinkSync(`/proc/${id}/cwd`)).startsWith(inMedia('temp')))
/** The site's image worker, found by its parent process. */
const pictureWorkers = (sitePid: string) =>
  processes().filter(
    (id) =>
      bodyOf(id).includes('image-worker') &&
      gently(() => readFileSync(`/proc/${id}/stat`, 'utf8'))
        .split(') ')[1]
        ?.split(' ')[1] === sitePid,
  )
/** A zombie process is not running. */
const isAlive = (id: string) => bodyOf(id) !== ''

const filesKept = async () => {
  const found = await readdir(inMedia('files'), { recursive: true, withFileTypes: true })
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .toSorted()
}

it.skipIf(!isPossible)(
  'a killed server leaves nothing half published; its film appears and its uploads continue [UPL-3, UPL-4, T-MD-16, T-UP-09] [R-03]',
  { timeout: 300_000 },
  async () => {
    await ffmpeg.slow()
    const film = await clip({
      size: '64x64',
      seconds: 120,
      hasSound: false,
      args: ['-r', '5', '-c:v', 'libx265'],
    })
    const { status, body: post } = await publish('video', film)
    expect([status, post.status]).toEqual([201, 'processing'])
    await expect.poll(() => filmWorkers().filter(isAlive).length, patience).toBeGreaterThan(0)

    const side = 5000
    const noise = { type: 'gaussian' as const, mean: 120, sigma: 40 }
    const picture = await sharp({
      create: { width: side, height: side, channels: 3, background: '#258', noise },
    })
      .jpeg()
      .toBuffer()
    const answer = publish('image', picture).catch(() => 'no response')
    const sitePid = site.pid()
    await expect.poll(() => pictureWorkers(sitePid).length, patience).toBe(1)
    // Some of its sizes are written, not all.
    const sizesWritten = async () => (await readdir(inMedia('temp'))).length
    await expect.poll(sizesWritten, { ...patience, interval: 2 }).toBeGreaterThan(3)
    const workers = [...filmWorkers(), ...pictureWorkers(sitePid)]
    // Of a file for a gallery a third has arrived, and more is on its way.
    const sent = await sharp({
      create: { width: 1500, height: 1000, channels: 3, background: '#258', noise },
    })
      .png()
      .toBuffer()
    const address = (await beginUpload(creator, sent.length)).headers.get('location')!
    const third = Math.floor(sent.length / 3)
    expect((await sendPart(creator, address, sent.subarray(0, third), 0)).status).toBe(204)
    const cutOff = sendPart(creator, address, sent.subarray(third), third).catch(() => null)
    await site.kill()
    await cutOff

    expect(await answer).toBe('no response')
    await expect.poll(() => workers.filter(isAlive), promptly).toEqual([])
    expect(filmWorkers()).toEqual([])
    expect(await filesKept()).toEqual(['source'])
    expect(await readdir(inMedia('temp'))).not.toEqual([])

    await ffmpeg.fast()
    await site.start()
    const shown = () => creator.call(api.posts.show, { params: { id: post.id } })
    await expect.poll(async () => (await shown()).body.status, patience).toBe('ready')
    const work = () =>
      site.inside((db) => db.select({ work: media.work, problem: media.problem }).from(media))
    // An unanswered upload left nothing; the answered film is complete.
    await expect.poll(work, patience).toEqual([{ work: null, problem: null }])
    const { media: mediaItem } = (await shown()).body
    for (const url of [mediaItem!.url, mediaItem!.streamUrl!, mediaItem!.poster[0]!.url])
      expect((await creator.fetch(url)).status).toBe(200)

    const offset = Number(await offsetOf(creator, address))
    expect(offset).toBeGreaterThanOrEqual(third)
    const rest = offset < sent.length ? await sendPart(creator, address, sent.subarray(offset), offset) : null
    expect(rest?.status ?? 204).toBe(204)
    const { id } = await newDraft(creator)
    const added = await creator.call(api.drafts.addPart, {
      params: { id },
      body: { uploadId: idOf(address) },
    })
    expect(added.body.parts).toMatchObject([{ status: 'ready', media: { width: 1500, height: 1000 } }])
    const rows = await site.inside((db) => db.select().from(mediaFiles))
    const named = rows.flatMap(({ sealed, key }) => (sealed ? [] : key.slice(key.indexOf('/') + 1)))
    await expect.poll(filesKept, patience).toEqual(named.toSorted())
    await expect.poll(() => readdir(inMedia('temp')), promptly).toEqual([])
    expect(filmWorkers().filter(isAlive)).toEqual([])
    expect(existsSync(`/proc/${site.pid()}`)).toBe(true)
  },
)
