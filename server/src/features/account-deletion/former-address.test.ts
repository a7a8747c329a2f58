import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sweepEmailChanges } from '#features/accounts/change-email.ts'
import { emailChanges, people } from '#features/people/schema.ts'
import { contactMessages } from '#features/support/schema.ts'
import { type Club, openClub } from '#testing/club.ts'
import { tracesInDatabase, tracesInFiles } from '#testing/find-traces.ts'
import { join, newApplicant } from '#testing/joining.ts'
import { hourOfDepartures, leave } from '#testing/deleting-account.ts'
import { emailsTo } from '#testing/sent-emails.ts'

const dayMs = 24 * 60 * 60_000
const former = 'former.mailbox@club.example'
const present = 'present.mailbox@club.example'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const writeToSupport = (email: string) =>
  club.visitor().call(api.support.contact, {
    body: { name: 'Fern', email, message: 'My invoice is missing.' },
  })

/** A member who joined with one address and has changed it since. */
async function whoMoved({ isProven }: { isProven: boolean }, from: string, to: string) {
  const { caller, user } = await join(club, newApplicant({ email: from }))
  const { db } = club.services
  if (isProven) await db.update(people).set({ emailProvenAt: club.clock.now() }).where(eq(people.id, user.id))
  await caller.call(api.accounts.confirmIdentity, { body: { password: 'offside-trap' } })
  expect((await caller.call(api.email.ask, { body: { email: to } })).status).toBe(202)
  await club.services.jobs.settled()
  const token = /\/email-change#confirm\.([\w-]+)/.exec((await emailsTo(club, to)).at(-1) ?? '')?.[1]
  expect((await caller.call(api.email.confirm, { body: { token: token ?? '' } })).status).toBe(200)
  return { caller, user }
}

async function erased(email: string, { user }: Awaited<ReturnType<typeof whoMoved>>) {
  const caller = club.visitor()
  await caller.call(api.accounts.login, { body: { email, password: 'offside-trap' } })
  await leave(club, caller, email)
  for (let day = 0; day < 30; day += 1) {
    club.clock.advance(dayMs)
    await hourOfDepartures(club)
  }
  const [person] = await club.services.db.select().from(people).where(eq(people.id, user.id))
  expect(person?.erasedAt).not.toBeNull()
}

it('what was written from a former address is erased, too, also years later', async () => {
  const moved = await whoMoved({ isProven: true }, former, present)
  expect((await writeToSupport(former)).status).toBe(202)
  club.clock.advance(400 * dayMs)
  await sweepEmailChanges(club.services)
  expect(await club.services.db.select().from(emailChanges)).toHaveLength(1)
  await erased(present, moved)
  expect(await tracesInDatabase(club, [former, present])).toEqual([])
  expect(await tracesInFiles(club, [former, present])).toEqual([])
})

it('what stands under an address that was only mistyped stays with its owner', async () => {
  const moved = await whoMoved({ isProven: false }, 'owner@club.example', 'other@club.example')
  expect((await writeToSupport('owner@club.example')).status).toBe(202)
  await erased('other@club.example', moved)
  const kept = await club.services.db
    .select()
    .from(contactMessages)
    .where(eq(contactMessages.email, 'owner@club.example'))
  expect(kept).toHaveLength(1)
})
