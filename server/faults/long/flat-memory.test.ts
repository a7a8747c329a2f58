import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { beginUpload, cancelUpload, sendPart } from '#testing/resumable.ts'
import { readAtPaceOf } from '#testing/slow-reader.ts'
import { crowdOn, heldBy } from '../crowd.ts'
import { noise, published } from '../published.ts'
import { progressReporter, report, numberFromEnv } from '#testing/test-report.ts'
import { openSite } from '../site-process.ts'

const uploads = numberFromEnv('FAULTS_UPLOADS', 1000)
const readers = 1000
const bytes = 50 * 1024 * 1024
const maxMegabytes = 200

const letGo = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])
const isLetGo = (error: unknown) =>
  error instanceof TypeError &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  letGo.has(String(error.cause.code))

/** Retries a request on an idle connection that was just closed, as browsers do and `fetch` does not. */
function askingAgain() {
  let times = 0
  return {
    times: () => times,
    async ask<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
      try {
        return await ask()
      } catch (error) {
        if (!isLetGo(error)) throw error
        times += 1
        return ask()
      }
    },
  }
}

it.skipIf(process.platform !== 'linux')(
  `takes ${uploads} uploads of 50 MB and serves ${readers} slow readers at once without holding any of it in memory [R-19]`,
  async () => {
    const startedAt = performance.now()
    const folder = await mkdtemp(join(tmpdir(), 'touchline-memory-'))
    const site = await openSite(folder, { FREE_SPACE_FLOOR_MB: '0', UPLOADS_PER_PERSON: '16' })
    // A person may start 300 uploads an hour.
    const { creator, creators, members } = await crowdOn(site, 50, { creators: 16 })
    const picture = await noise(1900)
    const { mediaUrl } = await published(creator, 'A picture', picture)
    for (const member of members) await (await member.fetch(mediaUrl)).arrayBuffer()
    const before = heldBy(site.pid())
    let most = before.megabytes
    const state = { isOver: false }
    const watching = (async () => {
      while (!state.isOver) {
        most = Math.max(most, heldBy(site.pid()).megabytes)
        await pause(250)
      }
    })()

    const file = randomBytes(bytes)
    let left = uploads
    const again = askingAgain()
    const tell = progressReporter()
    await Promise.all(
      creators.map(async (sender) => {
        while (left > 0) {
          left -= 1
          tell(`${left} of ${uploads} uploads left`)
          const begun = await again.ask(() => beginUpload(sender, bytes))
          const address = begun.headers.get('location')
          if (!address) throw new Error(`an upload got ${begun.status}`)
          // Nothing of the failed part was accepted, so it is sent again from its first byte.
          expect((await again.ask(() => sendPart(sender, address, file, 0))).status).toBe(204)
          expect(await again.ask(() => cancelUpload(sender, address))).toBe(204)
        }
      }),
    )
    const afterUploads = most
    expect(again.times()).toBeLessThan(uploads / 50)
    const open = await Promise.all(
      Array.from({ length: readers }, (_, number) =>
        readAtPaceOf(50_000, site.url, mediaUrl, members[number % members.length]!),
      ),
    )
    await pause(15_000)
    const received = open.map((reader) => reader.received())
    for (const reader of open) reader.hangUp()
    await expect.poll(() => heldBy(site.pid()).files, { timeout: 60_000 }).toBeLessThan(before.files + 50)
    state.isOver = true
    await watching
    expect(Math.min(...received)).toBeGreaterThan(0)
    expect(most - before.megabytes).toBeLessThan(maxMegabytes)
    report(
      'R-19',
      `${before.megabytes.toFixed(0)} MB at rest, at most ${afterUploads.toFixed(0)} MB during ${uploads} uploads of 50 MB (16 at a time, ${again.times()} sent again after their idle connection had just been let go) and ${most.toFixed(0)} MB with ${readers} readers at 50 kB/s; open files ${before.files} → ${heldBy(site.pid()).files}`,
      { startedAt, seed: 0 },
    )
    await site.stop()
    await rm(folder, { recursive: true, force: true })
  },
)
