import { setTimeout as wait } from 'node:timers/promises'
import { api } from '@touchline/contract/api.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { onOneConnection } from '#db/one-connection.ts'
import { type Club, openClub } from '#testing/club.ts'
import { report } from '#testing/test-report.ts'
import { publishPost } from '#features/posts/publish-post.ts'
import { type PrimaryAndStandby, startPrimaryAndStandby } from './primary-and-standby.ts'

let servers: PrimaryAndStandby
let club: Club
beforeAll(async () => {
  servers = await startPrimaryAndStandby()
  // The migration at a site's start connects the same way.
  await onOneConnection({ url: servers.url }, async () => {})
  club = await openClub({}, { database: { address: { url: servers.url }, drop: servers.stop } })
})
afterAll(() => club.close())

it('starts with the host that accepts writes', async () => {
  const { rows } = await onOneConnection({ url: servers.url }, (client) =>
    client.query('select pg_is_in_recovery() as "isStandby"'),
  )
  expect(rows).toEqual([{ isStandby: false }])
})

it('loses no acknowledged write when its primary fails, and goes on with the standby [R-06]', async () => {
  const { creator, member } = club.people
  const postId = await publishPost(club.services, {
    creatorId: creator.id,
    content: 'Text',
    contentType: 'text',
  })
  const { rows: copies } = await club.services.db.execute<{ id: string }>(sql`
    insert into posts
    select (jsonb_populate_record(posts, jsonb_build_object('id', gen_random_uuid()))).*
    from posts, generate_series(1, 500) where id = ${postId}
    returning id`)
  const acknowledged: string[] = []
  const over = new AbortController()
  const like = async () => {
    while (!over.signal.aborted) {
      const { id } = copies.at(-1)!
      const { status } = await member.call(api.posts.like, { params: { id } })
      expect([200, 503]).toContain(status)
      if (status === 200) acknowledged.push(copies.pop()!.id)
      // Below the rate limit of likes.
      await wait(200)
    }
  }
  const fan = like()
  await expect.poll(() => acknowledged.length).toBeGreaterThan(5)

  const startedAt = performance.now()
  await servers.cutPrimary()
  const before = acknowledged.length
  await servers.promoteStandby()
  await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 5)
  const backMs = performance.now() - startedAt
  over.abort()
  await fan

  const kept = await servers.atStandby('select post_id as id from likes')
  expect(new Set(kept.map(({ id }) => id))).toEqual(new Set(acknowledged))
  report('R-06', `failover: written again ${backMs.toFixed(0)} ms after the primary was killed`, {
    startedAt,
    seed: 0,
  })
})
