import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { compileCache, serverProgram } from '../server/program.mjs'
import { addLongVideo } from '../server/src/testing/long-video.ts'
import { trickle } from './download.ts'
import { demoEmail, demoPassword } from '../server/src/demo/accounts.ts'
import { send } from './load.ts'
import { residentMegabytesOf } from './process-cpu.ts'
import { type Running, running } from './site-under-test.ts'
import { atMost, printLine } from './report.ts'

const uploads = 20
const megabytes = 50
const limitMb = 100
const readers = 200
const perPerson = 5
const partBytes = 5 * 1024 * 1024

/** A playable video, padded to the maximum upload size. */
function largeVideo(): Buffer {
  const clip = readFileSync(new URL('../content/demo/added-time.mp4', import.meta.url))
  const free = Buffer.alloc(megabytes * 1024 * 1024 - clip.length)
  free.writeUInt32BE(free.length, 0)
  free.write('free', 4, 'latin1')
  return Buffer.concat([clip, free])
}

type Asked = { method: string; path: string; headers: Record<string, string | number>; body?: Buffer[] }

function ask(url: string, { method, path, headers, body = [] }: Asked): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const length = body.reduce((sum, piece) => sum + piece.length, 0)
    const sent = request(new URL(path, url), { method, headers: { ...headers, 'content-length': length } })
    sent.on('error', reject).on('response', (response) => {
      let text = ''
      response.on('data', (piece: Buffer) => (text += piece.toString()))
      response.on('end', () =>
        (response.statusCode ?? 500) < 300
          ? resolve(response.headers)
          : reject(new Error(`${method} ${path}: ${response.statusCode} ${text.slice(0, 200)}`)),
      )
    })
    for (const piece of body) sent.write(piece)
    sent.end()
  })
}

type Form = { fields: Record<string, string>; file?: Buffer }

async function publish(url: string, cookie: string, { fields, file }: Form): Promise<void> {
  const boundary = randomUUID()
  const part = (disposition: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n`
  const text = Object.entries(fields).map(([name, value]) => `${part(`name="${name}"`)}${value}\r\n`)
  const start = file
    ? [Buffer.from(part('name="media"; filename="clip.mp4"')), file, Buffer.from('\r\n')]
    : []
  await ask(url, {
    method: 'POST',
    path: '/api/posts',
    headers: { cookie, 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: [Buffer.from(text.join('')), ...start, Buffer.from(`--${boundary}--\r\n`)],
  })
}

async function sendInParts(url: string, cookie: string, file: Buffer): Promise<void> {
  const tus = { cookie, 'tus-resumable': '1.0.0' }
  const begun = await ask(url, {
    method: 'POST',
    path: '/api/uploads',
    headers: { ...tus, 'upload-length': file.length },
  })
  const path = String(begun['location'])
  for (let offset = 0; offset < file.length; offset += partBytes)
    await ask(url, {
      method: 'PATCH',
      path,
      headers: { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': offset },
      body: [file.subarray(offset, offset + partBytes)],
    })
  await publish(url, cookie, { fields: { contentType: 'video', uploadId: path.split('/').at(-1)! } })
}

/** Measures the server's peak memory during `work`, minus its memory before, in megabytes. */
async function growthDuring(site: Running, work: () => Promise<unknown>): Promise<number> {
  const before = residentMegabytesOf(site.pid)
  let highest = before
  const timer = setInterval(() => (highest = Math.max(highest, residentMegabytesOf(site.pid))), 50)
  await work()
  clearInterval(timer)
  return highest - before
}

async function main() {
  const folder = mkdtempSync(join(tmpdir(), 'touchline-bench-'))
  const env = {
    DATA_DIR: folder,
    PORT: '0',
    LOG_LEVEL: 'error',
    NODE_COMPILE_CACHE: compileCache,
    UPLOADS_PER_PERSON: String(uploads),
    UPLOADS_AT_ONCE: String(uploads),
  }
  const start = () => running(serverProgram, env, /is ready at (http:\S+)/)
  // The first start seeds the demo, which needs memory.
  await (await start()).stop()
  const site = await start()
  try {
    const login = JSON.stringify({ email: demoEmail('creator'), password: demoPassword })
    const headers = { 'content-type': 'application/json' }
    const shot = { method: 'POST', path: '/api/login', headers, body: login }
    const { cookies } = await send(site.url, shot, '127.0.0.1')
    const file = largeVideo()
    const ways = {
      'in a form': () => publish(site.url, cookies, { fields: { contentType: 'video' }, file }),
      'in parts': () => sendInParts(site.url, cookies, file),
    }
    for (const once of Object.values(ways)) await once()
    await wait(5000)
    printLine(`\nMemory of the server while ${uploads} videos of ${megabytes} MB arrive at the same time:`)
    const video = await addLongVideo(folder, { size: megabytes * 1024 * 1024, readers: readers / perPerson })
    const many = (once: () => Promise<void>) => Promise.all(Array.from({ length: uploads }, once))
    const besides = async () => {
      const sockets = await Promise.all(
        Array.from({ length: readers }, (_, nth) =>
          trickle(site.url, {
            path: video.path,
            headers: { cookie: video.cookies[nth % video.cookies.length]! },
          }),
        ),
      )
      await many(ways['in parts'])
      for (const socket of sockets) socket.destroy()
    }
    const works = {
      ...Object.fromEntries(Object.entries(ways).map(([way, once]) => [way, () => many(once)])),
      [`and ${readers} slow readers`]: besides,
    }
    for (const [way, work] of Object.entries(works)) {
      const startedAt = performance.now()
      const growth = await growthDuring(site, work)
      const seconds = (performance.now() - startedAt) / 1000
      const name = `memory for ${uploads} uploads ${way}`
      const word = atMost({ name, value: growth, unit: 'MB', limit: limitMb })
      printLine(
        `${way.padEnd(22)} ${growth.toFixed(0)} MB more   ${word} ${limitMb}   (${seconds.toFixed(0)} s)`,
      )
    }
  } finally {
    await site.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

await main()
