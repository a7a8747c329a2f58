import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openCdn } from '../server/src/testing/cdn-nginx.ts'
import { clip, hasFfmpeg } from '../server/src/testing/clips.ts'
import { freePorts } from '../server/src/testing/free-ports.ts'
import { addLongVideo } from '../server/src/testing/long-video.ts'
import { hasNginx } from '../server/src/testing/nginx-for-tests.ts'
import { cpuMsOf } from './process-cpu.ts'
import { atMost, printLine, recordFigure } from './report.ts'
import { type EmptySite, openEmptySite } from './site-under-test.ts'

const viewers = 2000
const atOnce = 40
const people = 40
const seconds = 60
const megabyte = 1024 * 1024

/** Requests addresses over kept connections, and counts all bytes that they receive, heads too. */
function openClient() {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const sockets = new Set<Socket>()
  const fetchBytes = (address: string, cookie = '') =>
    new Promise<Buffer>((resolve, reject) => {
      get(address, { agent, headers: cookie ? { cookie } : {} }, (response) => {
        sockets.add(response.socket)
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('error', reject)
        response.on('end', () =>
          response.statusCode === 200
            ? resolve(Buffer.concat(parts))
            : reject(new Error(`${address}: ${response.statusCode}`)),
        )
      }).on('error', reject)
    })
  return {
    fetchBytes,
    received: () => [...sockets].reduce((sum, { bytesRead }) => sum + bytesRead, 0),
    close: () => agent.destroy(),
  }
}

/** Publishes a film and returns the address of its stream once it has a size. */
async function publishFilm(site: EmptySite, cookie: string): Promise<string> {
  const rate = ['-b:v', '600k', '-minrate', '600k', '-maxrate', '600k', '-bufsize', '600k']
  const args = [...rate, '-x264-params', 'nal-hrd=cbr', '-g', '50']
  const film = await clip({ size: '640x360', seconds, args })
  const body = new FormData()
  body.append('contentType', 'video')
  body.append('media', new Blob([new Uint8Array(film)]), 'film.mp4')
  const headers = { cookie }
  const sent = await fetch(new URL('/api/posts', site.url), { method: 'POST', headers, body })
  const { id }: { id: string } = JSON.parse(await sent.text())
  for (;;) {
    const answer = await fetch(new URL(`/api/posts/${id}`, site.url), { headers })
    const post: { problem?: string; media: { streamUrl: string | null } | null } = JSON.parse(
      await answer.text(),
    )
    if (post.problem) throw new Error(post.problem)
    if (post.media?.streamUrl) return new URL(post.media.streamUrl, site.url).href
    await wait(200)
  }
}

const linesOf = (playlist: Buffer) =>
  playlist
    .toString()
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))

type Client = ReturnType<typeof openClient>

/** Loads a whole film as a player does: playlists and key from the site, segments from the CDN. */
async function watch(stream: string, cookie: string, { site, cdn }: { site: Client; cdn: Client }) {
  const [size = ''] = linesOf(await site.fetchBytes(stream, cookie))
  const segments = linesOf(await site.fetchBytes(new URL(size, stream).href, cookie))
  await site.fetchBytes(new URL('stream-key', stream).href, cookie)
  for (const segment of segments) await cdn.fetchBytes(new URL(segment, stream).href)
}

/** Returns how many bytes the CDN got from the site, by its log. */
const filledBytes = (log: string) =>
  readFileSync(log, 'utf8')
    .trim()
    .split('\n')
    .reduce((sum, line) => sum + (Number(line.split(' ')[2]) || 0), 0)

const inMb = (bytes: number) => `${(bytes / megabyte).toFixed(1)} MB`

async function measure(site: EmptySite, { log, close }: { log: string; close: () => Promise<void> }) {
  const { cookies } = await addLongVideo(site.folder, { size: 1024, readers: people })
  const stream = await publishFilm(site, cookies[0]!)
  const clients = { site: openClient(), cdn: openClient() }
  const cpuBefore = cpuMsOf(site.pid)
  let begun = 0
  const lane = async () => {
    while (begun < viewers) {
      begun += 1
      await watch(stream, cookies[begun % people]!, clients)
    }
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: atOnce }, lane))
  const took = (performance.now() - startedAt) / 1000
  const cpuMs = cpuMsOf(site.pid) - cpuBefore
  const direct = clients.site.received()
  const received = direct + clients.cdn.received()
  for (const client of Object.values(clients)) client.close()
  await close()

  const filled = filledBytes(log)
  const percent = (100 * (direct + filled)) / received
  const name = `bytes that the site sends for ${viewers} viewers of one film behind a CDN`
  const word = atMost({ name, value: percent, unit: '%', limit: 5 })
  recordFigure({
    name: 'processor time of the site for each of these viewers',
    value: cpuMs / viewers,
    unit: 'ms',
  })
  printLine(`${viewers} viewers of ${seconds} s received ${inMb(received)} in ${took.toFixed(0)} s`)
  printLine(`the site sent ${inMb(direct)} of playlists and keys, and ${inMb(filled)} to the CDN`)
  printLine(`share of the site     ${percent.toFixed(2)} %   ${word} 5`)
  printLine(`processor time of it  ${(cpuMs / viewers).toFixed(1)} ms a viewer`)
}

async function main() {
  const folder = mkdtempSync(join(tmpdir(), 'touchline-cdn-'))
  const [port = 0] = await freePorts(1)
  const site = await openEmptySite({ MEDIA_CDN_URL: `http://127.0.0.1:${port}` })
  const log = join(folder, 'traffic.log')
  const cdn = await openCdn({ port, siteUrl: site.url, log })
  let isOpen = true
  const close = async () => {
    if (isOpen) await cdn.close()
    isOpen = false
  }
  try {
    await measure(site, { log, close })
  } finally {
    await close()
    await site.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

if (hasNginx && hasFfmpeg) await main()
else
  printLine('A CDN is measured with nginx (nginx-light) and ffmpeg, which are not on this machine: skipped.')
