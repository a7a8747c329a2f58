import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { accelLocation, accelPrefix } from '../server/src/testing/accel-location.ts'
import { addLongVideo, type LongVideo } from '../server/src/testing/long-video.ts'
import { hasNginx, type Nginx, openNginx } from '../server/src/testing/nginx-for-tests.ts'
import { download, stall, trickle } from './download.ts'
import { cpuMsOf, residentMegabytesOf } from './process-cpu.ts'
import { type EmptySite, openEmptySite } from './site-under-test.ts'
import { atLeast, atMost, median, recordFigure, printLine } from './report.ts'

const rounds = 7
const megabytes = 50
const size = megabytes * 1024 * 1024
const perRound = 8
const lanes = 4
const slowReaders = 200
const perPerson = 5

type Club = { site: EmptySite; video: LongVideo; files: string }

async function openClub(env: Record<string, string> = {}): Promise<Club> {
  const site = await openEmptySite(env)
  const readers = slowReaders / perPerson
  const video = await addLongVideo(site.folder, { size, readers })
  return { site, video, files: join(site.folder, 'media', 'files') }
}

async function megabytesPerSecond(get: () => Promise<void>): Promise<number> {
  const before = performance.now()
  let begun = 0
  const lane = async () => {
    while (begun < perRound) {
      begun += 1
      await get()
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return (perRound * megabytes * 1000) / (performance.now() - before)
}

/** Measures the throughput of a long file from our handler and through nginx, as a share of plain nginx. */
async function measureStreaming(own: Club, accel: Club, nginx: Nginx): Promise<void> {
  const asMember = ({ video }: Club) => ({ path: video.path, headers: { cookie: video.cookies[0]! } })
  const speeds = { direct: [] as number[], own: [] as number[], accel: [] as number[] }
  const ways = {
    direct: () => download(nginx.url, { path: `/open/${accel.video.place}` }, size),
    own: () => download(own.site.url, asMember(own), size),
    accel: () => download(nginx.url, asMember(accel), size),
  }
  const names = ['direct', 'own', 'accel'] as const
  for (const name of names) await megabytesPerSecond(ways[name])
  const cpuBefore = cpuMsOf(own.site.pid)
  for (let round = 0; round < rounds; round += 1)
    for (const name of names) speeds[name].push(await megabytesPerSecond(ways[name]))
  const cpuSecondsPerGb =
    (cpuMsOf(own.site.pid) - cpuBefore) / 1000 / ((rounds * perRound * megabytes) / 1024)
  const speed = (name: keyof typeof speeds) => median(speeds[name])
  for (const [name, label, limit] of [
    ['own', 'by this server', 0.25],
    ['accel', 'by X-Accel-Redirect', 0.85],
  ] as const) {
    // Ratios within a round, so that other load affects both sides.
    const ratio = median(speeds[name].map((one, round) => one / speeds.direct[round]!))
    const word = atLeast({ name: `${megabytes} MB ${label}`, value: ratio, unit: '× nginx', limit })
    printLine(
      `${label.padEnd(20)} ${ratio.toFixed(2)} × nginx   ${word} ${limit}   (${speed(name).toFixed(0)} MB/s against ${speed('direct').toFixed(0)} MB/s)`,
    )
  }
  recordFigure({ name: 'processor time of this server per GB', value: cpuSecondsPerGb, unit: 's' })
  printLine(`cost of this server ${cpuSecondsPerGb.toFixed(1)} s of processor time per GB`)
}

const filesOpen = (pid: number) => readdirSync(`/proc/${pid}/fd`).length

async function until(what: () => boolean): Promise<void> {
  for (let tries = 0; tries < 200 && !what(); tries += 1) await wait(100)
}

/** Measures the cost of many stalled and then many slow readers, and that none of it stays. */
async function measureSlow({ site, video }: Club): Promise<void> {
  const before = { memory: residentMegabytesOf(site.pid), files: filesOpen(site.pid) }
  for (const [kind, open, time = ''] of [
    ['stalled', stall],
    ['slow', trickle],
    ['slow', trickle, ' again'],
  ] as const) {
    const sockets = await Promise.all(
      Array.from({ length: slowReaders }, (_, nth) =>
        open(site.url, {
          path: video.path,
          headers: { cookie: video.cookies[nth % video.cookies.length]! },
        }),
      ),
    )
    await wait(3000)
    const more = residentMegabytesOf(site.pid) - before.memory
    printLine(
      `${slowReaders} ${kind.padEnd(7)} readers    +${more.toFixed(0)} MB   ${atMost({ name: `memory for ${slowReaders} ${kind} readers${time}`, value: more, unit: 'MB', limit: 100 })} 100`,
    )
    for (const socket of sockets) socket.destroy()
    await until(() => filesOpen(site.pid) <= before.files + 2)
    const left = filesOpen(site.pid) - before.files
    const name = `files kept open after ${kind} readers${time}`
    printLine(`files and connections  +${left}   ${atMost({ name, value: left, unit: 'files', limit: 2 })} 2`)
  }
  await wait(5000)
  printLine(`afterwards            +${(residentMegabytesOf(site.pid) - before.memory).toFixed(0)} MB`)
}

async function main() {
  printLine(`Streaming a file of ${megabytes} MB, in one run:`)
  const own = await openClub()
  const accel = await openClub({ MEDIA_ACCEL_PREFIX: accelPrefix })
  const nginx = await openNginx(() => ({
    locations: `location / { proxy_pass ${accel.site.url}; }
    location /open/ { alias ${accel.files}/; }
    ${accelLocation(accel.files)}`,
  }))
  try {
    await measureStreaming(own, accel, nginx)
    await measureSlow(own)
  } finally {
    await nginx.close()
    await own.site.close()
    await accel.site.close()
  }
}

if (hasNginx) await main()
else printLine('Streaming is measured against nginx, which is not on this machine (nginx-light): skipped.')
