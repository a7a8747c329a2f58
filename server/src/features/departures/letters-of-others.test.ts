import { api } from '@touchline/contract/api.ts'
import { asc, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { publishPost } from '#features/posts/publish-post.ts'
import { letters } from '#mail/schema.ts'
import { type Club, openClub } from '#testing/club.ts'
import { join, newApplicant } from '#testing/joining.ts'
import { hourOfDepartures, leave } from '#testing/leaving.ts'

const dayMs = 24 * 60 * 60_000

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const ann = 'ann@club.example'
const joann = 'joann@club.example'

type Written = { to: string; subject: string; text: string; state?: 'waiting' | 'failed' }

/** Letters that wait for a server, or had none left to wait for. */
async function write(rows: Written[]) {
  const now = club.clock.now()
  const nextTryAt = new Date(now.getTime() + 90 * dayMs)
  await club.services.db
    .insert(letters)
    .values(rows.map((row) => ({ ...row, id: uuid(), writtenAt: now, nextTryAt })))
}

it('leaves the letters and the work of others alone, whatever they said [SET-6, T-PR-01]', async () => {
  const { services, clock, people: cast } = club
  const { db } = services
  const { caller } = await join(club, newApplicant({ email: ann, firstName: 'Ann', lastName: 'Lee_y' }))
  const postId = await publishPost(services, {
    creatorId: cast.creator.id,
    title: 'Derby',
    content: 'Text',
    contentType: 'text',
  })
  for (const content of ['New post', 'subscriptionId', '100% .* _____'])
    expect((await caller.call(api.comments.add, { params: { id: postId }, body: { content } })).status).toBe(
      201,
    )
  await services.jobs.settled()
  await leave(club, caller, ann)
  clock.advance(28 * dayMs)
  await services.payments.sandbox!.control.runDue()
  await services.jobs.settled()

  await db.delete(letters)
  await write([
    { to: ann, subject: 'to her', text: 'x' },
    { to: joann, subject: 'New post: “Derby”', text: 'New post' },
    { to: joann, subject: 'to another', text: `also ${joann}`, state: 'failed' },
    { to: cast.creator.email, subject: 'of another', text: 'Joann commented on Derby', state: 'failed' },
    { to: cast.creator.email, subject: 'Ann commented on “Derby”', text: 'x', state: 'failed' },
    { to: cast.creator.email, subject: 'Ann commented on “Derby”, later', text: 'x' },
  ])
  const inQueue = sql`insert into jobs.job (name, data, state, created_on) select 'push', data, state, now() - interval '1 minute'
    from (values
      ('{"subscriptionId": "a", "message": {"body": "Joann commented on Derby"}}'::jsonb, 'completed'::jobs.job_state),
      ('{"subscriptionId": "b", "message": {"body": "Ann commented on Derby"}}', 'completed'),
      ('{"email": "ann@club.example"}', 'failed'), ('{"email": "joann@club.example"}', 'failed')) as v (data, state)`
  await db.execute(inQueue)
  const subjects = async () =>
    (await db.select().from(letters).orderBy(asc(letters.id))).map(({ subject }) => subject)
  const pushed = async () => {
    const { rows } = await db.execute<{ about: string }>(
      sql`select coalesce(data ->> 'subscriptionId', data ->> 'email') as about from jobs.job where name = 'push' order by 1`,
    )
    return rows.map(({ about }) => about)
  }

  await hourOfDepartures(club)
  const left = ['New post: “Derby”', 'to another', 'of another']
  expect(await subjects()).toEqual([...left, 'Ann commented on “Derby”, later'])
  expect(await pushed()).toEqual(['a', joann])

  // What waits keeps its words until it left: the last look waits for it.
  const states = async () =>
    (await services.db.execute<{ state: string }>(sql`select state from departures`)).rows
  clock.advance(61 * 60_000)
  await hourOfDepartures(club)
  expect(await states()).toEqual([{ state: 'erasing' }])
  await db.execute(
    sql`update letters set state = 'sent', text = null, sent_at = now() where subject like '%later'`,
  )
  await hourOfDepartures(club)
  expect(await subjects()).toEqual(left)
  expect(await states()).toEqual([{ state: 'done' }])
}, 60_000)
