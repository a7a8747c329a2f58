import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { addFilms } from '../server/src/testing/many-films.ts'
import { residentMegabytesOf } from './process-cpu.ts'
import { openEmptySite } from './site-under-test.ts'
import { atLeast, atMost, recordFigure, printLine } from './report.ts'

const megabyte = 1024 * 1024
const films = { count: 41, bytes: 50 * megabyte }
/** Downloads a whole export, discards it, and returns its size. */
function takeExport(url: string, cookie: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const headers = { cookie, 'content-type': 'application/json' }
  const asking = request(new URL('/api/export-data', url), { method: 'POST', headers }, (answer) => {
    let bytes = 0
    if (answer.statusCode !== 200) reject(new Error(`the export was answered with ${answer.statusCode}`))
    answer.on('data', (chunk: Buffer) => (bytes += chunk.length))
    answer.on('error', reject)
    answer.on('end', () => resolve(bytes))
  })
  asking.on('error', reject)
  asking.end(JSON.stringify({ dataTypes: { posts: true, media: true } }))
  return promise
}

async function main() {
  printLine(`An export of ${films.count} films of ${films.bytes / megabyte} MB each:`)
  const site = await openEmptySite()
  try {
    const cookie = await addFilms(site.folder, films)
    await wait(5000)
    const before = residentMegabytesOf(site.pid)
    let most = before
    const watch = setInterval(() => (most = Math.max(most, residentMegabytesOf(site.pid))), 100)
    const startedAt = performance.now()
    const megabytes = (await takeExport(site.url, cookie)) / megabyte
    const seconds = (performance.now() - startedAt) / 1000
    clearInterval(watch)
    const sent = atLeast({ name: 'size of the export', value: megabytes, unit: 'MB', limit: 2048 })
    const held = atMost({ name: 'memory for the export', value: most - before, unit: 'MB', limit: 100 })
    recordFigure({ name: 'speed of the export', value: megabytes / seconds, unit: 'MB/s' })
    printLine(`sent                  ${megabytes.toFixed(0)} MB   ${sent} 2048`)
    printLine(`memory at the most    +${(most - before).toFixed(0)} MB   ${held} 100`)
    printLine(`speed                 ${(megabytes / seconds).toFixed(0)} MB/s`)
  } finally {
    await site.close()
  }
}

await main()
