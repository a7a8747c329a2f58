import { api } from '@touchline/contract/api.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Club, openClub } from '#testing/club.ts'
import { join } from '#testing/joining.ts'
import { quiet } from '#testing/wait-until-settled.ts'
import { loseDatabase } from '#testing/lose-database.ts'

let club: Club
beforeAll(async () => {
  club = await openClub({ METRICS_PORT: '0' })
})
afterAll(() => club.close())

const lines = async () => (await (await fetch(club.metricsUrl!)).text()).split('\n')
/** The value of a figure, with its labels as they are written; null where there is none. */
const figure = async (name: string) => {
  const line = (await lines()).find((one) => one.startsWith(`${name} `))
  return line === undefined ? null : Number(line.slice(name.length + 1))
}

it('counts what is asked for by the pattern of its route, and nothing about anybody [R-26]', async () => {
  const { member } = club.people
  const { user } = await join(club)
  const post = '0190aaaa-bbbb-7ccc-8ddd-eeeeffff0001'
  await member.call(api.posts.list, { query: { page: 1, limit: 5, search: 'somebody-private' } })
  await member.call(api.comments.list, { params: { id: post }, query: {} })
  await club.visitor().fetch('/no-such-page?token=secret-in-the-address')
  await quiet(club)
  expect(
    await figure('touchline_request_seconds_count{method="GET",route="/api/posts",status="2xx"}'),
  ).toBeGreaterThan(0)
  expect(
    await figure(
      'touchline_request_seconds_count{method="GET",route="/api/posts/:id/comments",status="4xx"}',
    ),
  ).toBe(1)
  expect(await figure('touchline_provider_answers_total{status="2xx"}')).toBeGreaterThan(0)
  expect(await figure('touchline_in_flight')).toBe(0)
  const { $client: pool, shortReads } = club.services.db
  expect(shortReads.$client.totalCount).toBe(1)
  const before = pool.totalCount
  // A scrape may open one more, and an unused one closes after ten seconds.
  expect(await figure('touchline_pool_connections')).toBeGreaterThan(Math.min(before, pool.totalCount))
  expect(await figure('touchline_disk_free_bytes')).toBeGreaterThan(0)
  expect(await figure('touchline_letters_waiting')).toBe(0)
  expect(await figure('touchline_media_waiting')).toBe(0)
  expect(await figure('nodejs_eventloop_lag_seconds')).not.toBeNull()
  const all = (await lines()).join('\n')
  for (const secret of [post, member.id, member.email, user.id, user.email, 'somebody-private', 'secret-in'])
    expect(all).not.toContain(secret)
})

it('is on a port of its own, and nothing else is there', async () => {
  expect((await fetch(club.metricsUrl!.replace('/metrics', '/'))).status).toBe(404)
  expect((await fetch(club.metricsUrl!, { method: 'POST' })).status).toBe(404)
  expect((await club.visitor().fetch('/metrics')).status).not.toBe(200)
})

it('goes on without its database, says so, and leaves out what only that knows [R-26]', async () => {
  expect(await figure('touchline_check_well{check="database"}')).toBe(1)
  const { restoreConnections } = await loseDatabase(club.services)
  try {
    expect(await figure('touchline_check_well{check="database"}')).toBe(0)
    expect(await figure('touchline_check_well{check="disk"}')).toBe(1)
    expect(await figure('touchline_letters_waiting')).toBeNull()
  } finally {
    await restoreConnections()
  }
  await expect.poll(() => figure('touchline_check_well{check="database"}')).toBe(1)
  expect(await figure('touchline_letters_waiting')).toBe(0)
})
