import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@touchline/contract/api.ts'
import { closeCodes, reconnectMs, restartedMs } from '@touchline/contract/live.ts'
import { expect, it } from 'vitest'
import { crowdOn } from '../crowd.ts'
import { retryWhileAway } from '../retrying-fan.ts'
import { maxPerSecond, openPage, type OpenPage } from '../open-pages.ts'
import { published } from '../published.ts'
import { report, numberFromEnv } from '#testing/test-report.ts'
import { openSite } from '../site-process.ts'

const restarts = numberFromEnv('FAULTS_RECONNECTS', 10)
const fans = 250
const windowsEach = 4
const pageCount = fans * windowsEach
const patience = { timeout: 120_000, interval: 50 }
const latestBackMs = 15_000
/** A browser that comes too early returns `reconnectMs` later and must then get in soon. */
const letInMs = 3_000

const seconds = (ms: number[]) => (Math.max(...ms) / 1000).toFixed(1)
/** Counts the pages for which a condition does not hold. */
const notYet = (pages: OpenPage[], holds: (page: OpenPage) => boolean) => () =>
  pages.filter((page) => !holds(page)).length

it(`reconnects ${pageCount} pages gradually after each of ${restarts} restarts, with current counts [R-12]`, async () => {
  const startedAt = performance.now()
  const folder = await mkdtemp(join(tmpdir(), 'touchline-reconnect-'))
  const site = await openSite(folder, { LOG_LEVEL: 'warn' })
  const { creator, members } = await crowdOn(site, fans)
  const { id: postId } = await published(creator, 'Kick-off')
  const pages = members.flatMap((reader, number) =>
    Array.from({ length: windowsEach }, () =>
      openPage({ url: site.url, reader, postId }, `10.1.${(number + 1) >> 8}.${(number + 1) & 255}`),
    ),
  )
  const like = (number: number) =>
    retryWhileAway(() => members[number]!.call(api.posts.like, { params: { id: postId } }))
  await expect
    .poll(
      notYet(pages, (page) => page.isOpen()),
      patience,
    )
    .toBe(0)
  await expect
    .poll(
      notYet(pages, ({ likesCount }) => likesCount === 0),
      patience,
    )
    .toBe(0)

  const found: { share: number; latestMs: number; awayMs: number }[] = []
  for (let restart = 0; restart < restarts; restart += 1) {
    const beganAt = performance.now()
    expect(await site.stop()).toBe(0)
    await site.start()
    const readyAt = performance.now()
    // Offline pages do not receive it.
    expect((await like(restart)).status).toBe(200)
    const isBack = (page: OpenPage) => page.isOpen() && page.openedAt > beganAt
    await expect.poll(notYet(pages, isBack), patience).toBe(0)
    expect(new Set(pages.map(({ code }) => code))).toEqual(new Set([closeCodes.restarting]))
    await expect
      .poll(
        notYet(pages, ({ likesCount }) => likesCount === restart + 1),
        patience,
      )
      .toBe(0)
    const closedAt = Math.min(...pages.map((page) => page.closedAt))
    found.push({
      share: maxPerSecond(pages.map(({ openedAt }) => openedAt)),
      latestMs: Math.max(...pages.map((page) => page.openedAt - page.closedAt)),
      awayMs: readyAt - closedAt,
    })
    process.stdout.write(`restart ${restart + 1} of ${restarts}: ${JSON.stringify(found.at(-1))}\n`)
  }
  for (const page of pages) page.leave()
  const shares = found.map(({ share }) => share)
  const latest = found.map(({ latestMs }) => latestMs)
  const away = found.map(({ awayMs }) => awayMs)
  // Early visitors get in together with all others.
  const inTime = found.filter(({ awayMs }) => awayMs < restartedMs.first)
  expect(inTime.filter(({ share }) => share > 0.2)).toEqual([])
  for (const { latestMs, awayMs } of found)
    expect(latestMs).toBeLessThan(Math.max(latestBackMs, awayMs + reconnectMs + letInMs))
  report(
    'R-12',
    `${pageCount} pages, ${restarts} restarts: all closed with 1012, at most ${Math.round(Math.max(...shares) * 100)} % of them back in one second, the last ${seconds(latest)} s after its disconnect (the site was away for at most ${seconds(away)} s, ${found.length - inTime.length} times for longer than the first of them wait), every one with the final count`,
    { startedAt, seed: 0 },
  )
  await site.stop()
  await rm(folder, { recursive: true, force: true })
})
