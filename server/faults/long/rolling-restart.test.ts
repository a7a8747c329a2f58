import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { like } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { comments } from '#features/comments/schema.ts'
import { storedPost, wholeVideo } from '#testing/stored-post.ts'
import { crowdOn } from '../crowd.ts'
import { startMixedWork, within } from '../mixed-work.ts'
import { noise, published } from '../published.ts'
import { progressReporter, report, numberFromEnv } from '#testing/test-report.ts'
import { downloadOnce, noTransfers, uploadOnce } from '../long-transfers.ts'
import { watchServingSites, type ServingOnes } from '../serving-sites.ts'
import { openTwoSites } from '../two-sites.ts'

const seed = numberFromEnv('FAULTS_SEED', 14)
const restarts = numberFromEnv('FAULTS_RESTARTS', 20)
const perSecond = 50
const transfers = 5
const uploadBytes = 8 * 1024 * 1024
const filmBytes = 24 * 1024 * 1024

it(`fails no request during ${restarts} rolling restarts of two processes (seed ${seed}) [R-14]`, async () => {
  const startedAt = performance.now()
  let asking: ServingOnes | null = null
  const env = { SHUTDOWN_DELAY_SECONDS: '3', FREE_SPACE_FLOOR_MB: '0', UPLOADS_PER_PERSON: '16' }
  const sites = await openTwoSites(env, (each) => (asking ??= watchServingSites(each)).now())
  const { creator, creators, members } = await crowdOn(
    { visitor: (from = '203.0.113.1') => sites.visitor(from), inside: (look) => look(sites.db) },
    60,
    { creators: transfers + 1 },
  )
  const { id, mediaUrl } = await published(creator, 'A picture', await noise(600))
  const film = await storedPost(sites, {
    creatorId: sites.people.creator.id,
    kind: 'video',
    files: [wholeVideo(filmBytes)],
  })
  const sent = noTransfers()
  const read = noTransfers()
  const state = { isOver: false }
  const file = randomBytes(uploadBytes)
  const lasting = Promise.all([
    ...creators.slice(1).map(async (sender) => {
      while (!state.isOver) await uploadOnce(sender, file, sent)
    }),
    ...members.slice(0, transfers).map(async (reader) => {
      const whole = { bytes: filmBytes, sha256: film.sha256 }
      while (!state.isOver)
        await downloadOnce(reader, new URL(film.addressOf('whole'), sites.url), whole, read)
    }),
  ])
  lasting.catch(() => undefined)
  const work = startMixedWork({ creator, creators, members }, { postIds: [id], mediaUrl, perSecond, seed })

  const tell = progressReporter()
  const codes: (number | null)[] = []
  for (let restart = 0; restart < restarts; restart += 1) {
    tell(`${restart} of ${restarts} restarts`)
    const index = restart % 2 === 0 ? 0 : 1
    await pause(2000)
    codes.push(await sites.stop(index))
    await sites.start(index)
    await expect.poll(() => asking?.now().length, { timeout: 60_000 }).toBe(2)
  }
  state.isOver = true
  await work.stop()
  await lasting
  const failed = work.done.filter(({ status }) => status === 0 || status >= 400)
  expect(failed).toEqual([])
  expect([sent.problems, read.problems]).toEqual([[], []])
  expect(codes).toEqual(codes.map(() => 0))
  const there = await sites.db.select().from(comments).where(like(comments.content, '% %'))
  const contents = there.map(({ content }) => content)
  expect(work.kept.filter((content) => contents.filter((one) => one === content).length !== 1)).toEqual([])
  report(
    'R-14',
    `${restarts} restarts, 3 s announced: 0 of ${work.done.length} requests failed, p99 ${within(0.99, work.done).toFixed(0)} ms; ${sent.done} uploads and ${read.done} films whole, gone on with ${sent.resumed} and ${read.resumed} times; exit code 0 every time`,
    { startedAt, seed },
  )
  await asking!.stop()
  await sites.close()
})
