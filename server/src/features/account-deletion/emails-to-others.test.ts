import { api } from '@touchline/contract/api.ts'
import { asc, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { publishPost } from '#features/posts/publish-post.ts'
import { departures } from '#features/people/deletion-schema.ts'
import { emails } from '#mail/schema.ts'
import { type Club, openClub } from '#testing/club.ts'
import { join, newApplicant } from '#testing/joining.ts'
import { hourOfDepartures, leave } from '#testing/deleting-account.ts'
import { signInAgain } from '#testing/months.ts'

const dayMs = 24 * 60 * 60_000

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const ann = 'ann@club.example'
const joann = 'joann@club.example'

type Written = {
  to: string
  subject: string
  text: string
  state?: 'waiting' | 'failed'
  named?: { personId: string; words: string }[]
}

/** Emails that wait for a server, or have failed. */
async function write(rows: Written[]) {
  const now = club.clock.now()
  const nextTryAt = new Date(now.getTime() + 90 * dayMs)
  await club.services.db
    .insert(emails)
    .values(rows.map((row) => ({ ...row, id: uuid(), writtenAt: now, nextTryAt })))
}

it('keeps the emails and jobs of other people, whatever they contain [SET-6, T-PR-01]', async () => {
  const { services, clock, people: cast } = club
  const { db } = services
  const { caller, user } = await join(club, newApplicant({ email: ann, firstName: 'Ann', lastName: 'Leey' }))
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

  await db.delete(emails)
  const named = [{ personId: user.id, words: '“Ann”' }]
  const saysAnn = 'A member, “Ann”, commented on “Derby”. Ann is also a river.'
  await write([
    { to: ann, subject: 'to her', text: 'x' },
    { to: joann, subject: 'New post: “Derby”', text: 'New post' },
    { to: joann, subject: 'to another', text: `also ${joann}`, state: 'failed' },
    { to: joann, subject: 'with her address', text: `Write to ${ann}.`, state: 'failed' },
    { to: cast.creator.email, subject: 'of a namesake', text: saysAnn, state: 'failed' },
    { to: cast.creator.email, subject: 'failed', text: saysAnn, state: 'failed', named },
    { to: cast.creator.email, subject: 'waiting', text: saysAnn, named },
  ])
  const inQueue = sql`insert into jobs.job (name, data, state, created_on) select 'push', data, state, now() - interval '1 minute'
    from (values
      ('{"subscriptionId": "a", "message": {"body": "A member, “Ann”, commented on Derby"}, "named": []}'::jsonb, 'completed'::jobs.job_state),
      (jsonb_build_object('subscriptionId', 'b', 'named', jsonb_build_array(${user.id}::text)), 'completed'),
      ('{"email": "ann@club.example"}', 'failed'), ('{"email": "joann@club.example"}', 'failed')) as v (data, state)`
  await db.execute(inQueue)
  const pushed = async () => {
    const { rows } = await db.execute<{ about: string }>(
      sql`select coalesce(data ->> 'subscriptionId', data ->> 'email') as about from jobs.job where name = 'push' order by 1`,
    )
    return rows.map(({ about }) => about)
  }

  await hourOfDepartures(club)
  const cleaned = 'A member, “Former member”, commented on “Derby”. Ann is also a river.'
  const left = await db.select().from(emails).orderBy(asc(emails.id))
  expect(left.map(({ subject, text }) => [subject, text])).toEqual([
    ['New post: “Derby”', 'New post'],
    ['to another', `also ${joann}`],
    ['with her address', 'Write to Former member.'],
    ['of a namesake', saysAnn],
    ['failed', cleaned],
    ['waiting', cleaned],
  ])
  expect(left.flatMap((row) => row.named)).toEqual([])
  expect(await pushed()).toEqual(['a', joann])

  clock.advance(61 * 60_000)
  await hourOfDepartures(club)
  const [departure] = await db.select().from(departures)
  expect(departure).toMatchObject({
    state: 'done',
    // The reminder that deletion is near was one.
    removed: { emailsDeleted: 2, emailsRedacted: 3, jobsDeleted: 2, notesRedacted: 0 },
  })
  await signInAgain(club, cast.admin)
  const { body } = await cast.admin.call(api.accountDeletion.list, { query: {} })
  expect(body.deletions[0]?.removed).toEqual(departure?.removed)
})
