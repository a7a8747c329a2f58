import { api } from '@touchline/contract/api.ts'
import type { Endpoint } from '@touchline/contract/endpoint.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { publishPost } from '#features/posts/publish-post.ts'
import { type Club, openClub } from '#testing/club.ts'
import { addressOf, everyEndpoint } from '#testing/every-endpoint.ts'

let club: Club
let postId: string
beforeAll(async () => {
  club = await openClub()
  const { creator } = club.people
  // The key pair is created once, by the first request.
  await creator.call(api.notifications.pushKey)
  postId = await publishPost(club.services, { creatorId: creator.id, content: 'Text', contentType: 'text' })
})
afterAll(() => club.close())

/** A checksum of every table, except the rate-limit counts. */
async function digests(): Promise<Map<string, string>> {
  const { db } = club.services
  const tables = await db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'tries'`)
  const found = new Map<string, string>()
  for (const { name } of tables.rows) {
    const { rows } = await db.execute<{ digest: string }>(sql`
      select md5(coalesce(string_agg(t::text, '' order by t::text), '')) as digest from ${sql.identifier(name)} t`)
    found.set(name, rows[0]!.digest)
  }
  return found
}

/** The URL of a read, with its required parameters. */
function readAt(endpoint: Endpoint): string {
  const id = endpoint.path.includes('/users/') ? club.people.member.id : postId
  return `${addressOf(endpoint, id)}${endpoint.path.includes('/rows') ? '?figure=revenue' : ''}`
}

it('changes nothing when another site makes a browser read [T-CS-03]', async () => {
  const { member, creator, admin } = club.people
  let before = await digests()
  expect(before.size).toBeGreaterThan(50)
  for (const caller of [member, creator, admin]) {
    for (const endpoint of everyEndpoint.filter(({ method }) => method === 'GET')) {
      const answer = await caller.fetch(readAt(endpoint), { headers: { 'sec-fetch-site': 'cross-site' } })
      await answer.arrayBuffer()
    }
    const after = await digests()
    const changed = [...after].filter(([name, digest]) => digest !== before.get(name)).map(([name]) => name)
    expect([caller.email, changed]).toEqual([caller.email, []])
    before = after
  }
})
