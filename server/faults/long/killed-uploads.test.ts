import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { seededRandom } from '#demo/seeded-random.ts'
import { beginUpload, cancelUpload, idOf, offsetOf, sendPart } from '#testing/resumable.ts'
import { crowdOn } from '../crowd.ts'
import { progressReporter, report, numberFromEnv } from '#testing/test-report.ts'
import { openSite } from '../site-process.ts'

const seed = numberFromEnv('FAULTS_SEED', 3)
const uploads = numberFromEnv('FAULTS_KILLED_UPLOADS', 50)
const bytes = 50 * 1024 * 1024
const sha256 = (file: Buffer) => createHash('sha256').update(file).digest('hex')

const tell = progressReporter()
let kills = 0

/** Sends `count` files to a site of its own and kills it during each. */
async function sendAndKill(count: number, hand: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'touchline-uploads-'))
  const site = await openSite(folder, { FREE_SPACE_FLOOR_MB: '0' })
  const { creator, members } = await crowdOn(site, 1)
  const random = seededRandom(seed, `moments ${hand}`)
  for (let number = 0; number < count; number += 1) {
    tell(`${kills} of ${uploads} uploads`)
    const file = randomBytes(bytes)
    const address = (await beginUpload(creator, bytes)).headers.get('location')!
    const sending = sendPart(creator, address, file, 0).catch(() => null)
    await pause(random.between(0, 300))
    await site.kill()
    kills += 1
    await sending
    await site.start()
    const offset = Number(await offsetOf(creator, address))
    const sent = offset < bytes ? await sendPart(creator, address, file.subarray(offset), offset) : null
    expect(sent?.status ?? 204).toBe(204)
    const arrived = await readFile(join(folder, 'data', 'media', 'parts', idOf(address)))
    expect(sha256(arrived)).toBe(sha256(file))
    const shown = await members[0]!.fetch('/api/posts')
    expect(await shown.json()).toEqual([])
    expect(await cancelUpload(creator, address)).toBe(204)
  }
  expect(await site.examine()).toMatchObject({ code: 0 })
  await site.stop()
  await rm(folder, { recursive: true, force: true })
}

it(`receives ${uploads} files of 50 MB intact although it is killed during each (seed ${seed}) [R-03]`, async () => {
  const startedAt = performance.now()
  // Two sites in parallel, because their starts take the time.
  const half = Math.floor(uploads / 2)
  await Promise.all([sendAndKill(uploads - half, 0), sendAndKill(half, 1)])
  expect(kills).toBe(uploads)
  report('R-03', `${uploads} uploads of 50 MB, ${kills} kills: each whole by SHA-256, nothing shown before`, {
    startedAt,
    seed,
  })
})
