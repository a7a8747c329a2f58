import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Club, openClub } from '#testing/club.ts'
import { writePost } from '#testing/feed-pages.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const waiting = async () => {
  const { rows } = await club.services.db.execute(
    sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%update posts set status%'`,
  )
  return rows.length
}

it('counts a failing post and a retried one concurrently, without waiting', async () => {
  const { db } = club.services
  const move = async (id: string, status: string) => {
    await db.execute(sql`update posts set status = ${status} where id = ${id}::uuid`)
  }
  const [one, other] = [await writePost(club, 'One', 'One', 1), await writePost(club, 'Other', 'Other', 2)]
  await move(one, 'processing')
  await move(other, 'failed')

  // While another transaction locks one count, both wait for it, each on its way to the other count.
  const moves: Promise<unknown>[] = []
  await db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from post_counts where status = 'failed' for update`)
    moves.push(move(one, 'failed'))
    await expect.poll(waiting).toBe(1)
    moves.push(move(other, 'processing'))
    await expect.poll(waiting).toBe(2)
  })
  await Promise.all(moves)
  const { rows } = await db.execute(
    sql`select status, count from post_counts where count > 0 order by status`,
  )
  expect(rows).toEqual([
    { status: 'failed', count: 1 },
    { status: 'processing', count: 1 },
  ])
})
