import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { open, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { splitArguments } from '../server/src/media/split-arguments.ts'
import { hasFfmpeg } from '../server/src/testing/clips.ts'
import { addFilms } from '../server/src/testing/many-films.ts'
import { residentMegabytesOf } from './process-cpu.ts'
import { atLeast, atMost, printLine, recordFigure } from './report.ts'
import { type EmptySite, openEmptySite } from './site-under-test.ts'

const megabyte = 1024 * 1024
const partBytes = 5 * megabyte
const largeBytes = 2048 * megabyte
const tus = { 'tus-resumable': '1.0.0' }

type Sender = { url: string; cookie: string }

type Init = { method?: string; headers?: Record<string, string>; body?: Buffer<ArrayBuffer> | FormData }

async function ask({ url, cookie }: Sender, path: string, init: Init): Promise<Response> {
  const answer = await fetch(new URL(path, url), { ...init, headers: { ...init.headers, cookie } })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer
}

/** Uploads a file in parts from disk, like a browser. Returns the address of the upload. */
async function upload(sender: Sender, path: string): Promise<string> {
  const { size } = statSync(path)
  const headers = { ...tus, 'upload-length': String(size) }
  const begun = await ask(sender, '/api/uploads', { method: 'POST', headers })
  const address = begun.headers.get('location')!
  const file = await open(path)
  try {
    const part = Buffer.alloc(partBytes)
    for (let offset = 0; offset < size;) {
      const { bytesRead } = await file.read(part, 0, partBytes, offset)
      await ask(sender, address, {
        method: 'PATCH',
        headers: {
          ...tus,
          'content-type': 'application/offset+octet-stream',
          'upload-offset': String(offset),
        },
        body: part.subarray(0, bytesRead),
      })
      offset += bytesRead
    }
  } finally {
    await file.close()
  }
  return address
}

async function publish(sender: Sender, address: string): Promise<string> {
  const body = new FormData()
  body.append('contentType', 'video')
  body.append('uploadId', address.split('/').at(-1)!)
  const { id }: { id: string } = JSON.parse(
    await (await ask(sender, '/api/posts', { method: 'POST', body })).text(),
  )
  return id
}

type Shown = { status: string; problem?: string; media: { streamUrl: string } | null }

async function shownPost(sender: Sender, id: string): Promise<Shown> {
  const post: Shown = JSON.parse(await (await ask(sender, `/api/posts/${id}`, {})).text())
  return post
}

/** Waits until a post can be played, and returns the seconds since `startedAt`. */
async function secondsUntilReady(sender: Sender, id: string, startedAt: number): Promise<number> {
  for (;;) {
    const { status, problem } = await shownPost(sender, id)
    if (problem) throw new Error(problem)
    if (status === 'ready') return (performance.now() - startedAt) / 1000
    await wait(100)
  }
}

/** A film of `seconds`, made of ten seconds that repeat. */
function makeFilm(folder: string, name: string, seconds: number): string {
  const once = join(folder, `once-${name}`)
  const path = join(folder, name)
  const source =
    '-v error -y -f lavfi -i testsrc2=size=1280x720:rate=30 -f lavfi -i sine=440 -t 10 -vf noise=alls=12'
  const codec =
    '-c:v libx264 -preset ultrafast -b:v 4M -maxrate 4M -bufsize 8M -g 60 -pix_fmt yuv420p -c:a aac'
  execFileSync('ffmpeg', [...splitArguments(`${source} ${codec}`), once])
  const times = Math.ceil(seconds / 10) - 1
  const repeat = splitArguments(`-v error -y -stream_loop ${times} -i`)
  execFileSync('ffmpeg', [...repeat, once, ...splitArguments(`-t ${seconds} -c copy`), path])
  return path
}

async function measureIntake(site: EmptySite, sender: Sender, folder: string): Promise<void> {
  const path = join(folder, 'large')
  await writeFile(path, '')
  await truncate(path, largeBytes)
  const before = residentMegabytesOf(site.pid)
  let highest = before
  const timer = setInterval(() => (highest = Math.max(highest, residentMegabytesOf(site.pid))), 50)
  const startedAt = performance.now()
  const address = await upload(sender, path)
  const speed = largeBytes / megabyte / ((performance.now() - startedAt) / 1000)
  clearInterval(timer)
  await ask(sender, address, { method: 'DELETE', headers: tus })
  const growth = highest - before
  printLine(
    `upload of 2 GB            ${speed.toFixed(0)} MB/s   ${atLeast({ name: 'upload of 2 GB in parts', value: speed, unit: 'MB/s', limit: 20 })} 20`,
  )
  printLine(
    `memory of the server      +${growth.toFixed(0)} MB   ${atMost({ name: 'memory for an upload of 2 GB', value: growth, unit: 'MB', limit: 60 })} 60`,
  )
}

async function measureRenditions(sender: Sender, folder: string): Promise<void> {
  const film = await upload(sender, makeFilm(folder, 'film.mp4', 1800))
  const clip = await upload(sender, makeFilm(folder, 'clip.mp4', 15))
  const startedAt = performance.now()
  const filmId = await publish(sender, film)
  const clipAt = performance.now()
  const clipId = await publish(sender, clip)
  const [first, short] = await Promise.all([
    secondsUntilReady(sender, filmId, startedAt),
    secondsUntilReady(sender, clipId, clipAt),
  ])
  printLine(
    `film of 30 min playable   ${first.toFixed(1)} s   ${atMost({ name: 'film of 30 minutes playable after its last byte', value: first, unit: 's', limit: 60 })} 60`,
  )
  printLine(
    `clip of 15 s behind it    ${short.toFixed(1)} s   ${atMost({ name: 'clip of 15 seconds behind it playable', value: short, unit: 's', limit: 20 })} 20`,
  )
  const later = await upload(sender, join(folder, 'clip.mp4'))
  const laterAt = performance.now()
  const between = await secondsUntilReady(sender, await publish(sender, later), laterAt)
  recordFigure({ name: 'clip of 15 seconds while larger sizes are made', value: between, unit: 's' })
  printLine(`clip while sizes are made ${between.toFixed(1)} s`)
}

async function main() {
  const folder = mkdtempSync(join(tmpdir(), 'touchline-films-'))
  const site = await openEmptySite()
  try {
    const sender = { url: site.url, cookie: await addFilms(site.folder, { count: 0, bytes: 0 }) }
    printLine('Long films, on this machine:')
    await measureIntake(site, sender, folder)
    if (hasFfmpeg) await measureRenditions(sender, folder)
    else printLine('There is no ffmpeg here: the renditions are not measured.')
  } finally {
    await site.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

await main()
