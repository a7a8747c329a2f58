import { readdir, readFile } from 'node:fs/promises'
import { join as joinPath } from 'node:path'
import { api } from '@touchline/contract/api.ts'
import { asc, desc, eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { people } from '#features/people/schema.ts'
import { composeEmail } from '#mail/email.ts'
import { emails } from '#mail/schema.ts'
import { type Club, openClub } from '#testing/club.ts'
import { join, newApplicant } from '#testing/joining.ts'
import { hourOfDepartures, leave } from '#testing/deleting-account.ts'
import { paymentAlerts } from '#alerts/schema.ts'
import { warnOfFraud } from '#features/reconciliation/fraud-warnings.ts'
import { signInAgain } from '#testing/months.ts'

const dayMs = 24 * 60 * 60_000

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const outbox = () => joinPath(club.services.config.dataDir, 'outbox')
const files = async () => {
  const names = await readdir(outbox())
  return Promise.all(
    names.toSorted().map(async (name) => [name, await readFile(joinPath(outbox(), name), 'utf8')]),
  )
}

async function closedAlert(subject: string, resolution: string) {
  const now = club.clock.now()
  await club.services.db.insert(paymentAlerts).values({
    id: uuid(),
    kind: 'fraud-warning',
    subject,
    message: 'A bank warned of fraud.',
    firstSeenAt: now,
    lastSeenAt: now,
    resolvedAt: now,
    resolution,
  })
}

const noteOn = async (subject: string) => {
  const [alert] = await club.services.db
    .select()
    .from(paymentAlerts)
    .where(eq(paymentAlerts.subject, subject))
  return alert?.resolution
}

const names = [
  ['This email is about your account or', 'one of your payments'],
  ['the', 'customer'],
  ['Will', 'May'],
  ['Mark', 'Post'],
] as const

it('keeps the emails and notes of others when people with everyday names leave [SET-6]', async () => {
  const { services, clock } = club
  const { db } = services
  const leavers = []
  for (const [index, [firstName, lastName]] of names.entries()) {
    const email = `leaver${index}@club.example`
    const { caller, user } = await join(club, newApplicant({ email }))
    await db.update(people).set({ firstName, lastName }).where(eq(people.id, user.id))
    leavers.push({ caller, email })
  }
  const others = Array.from({ length: 12 }, (_, index) => ({
    email: `fan${index}@club.example`,
    firstName: 'Fan',
  }))
  for (const other of others)
    await services.mail.enqueue(
      db,
      composeEmail(other, 'The customer', [
        'Your post will may be seen. Mark post as read.',
        'the customer, Will May, Mark Post',
      ]),
    )
  await services.jobs.settled()
  const texts = ['This email is about your account or one of your payments', 'Will May and Mark Post']
  for (const text of texts)
    await db.insert(emails).values({
      id: uuid(),
      to: others[0]!.email,
      subject: 'Could not be sent',
      text,
      state: 'failed',
      nextTryAt: clock.now(),
      writtenAt: clock.now(),
    })
  const note = 'Asked the provider; the customer was never charged. Will May write to Mark Post? Case 4711.'
  await closedAlert('ch_1', note)
  for (const { caller, email } of leavers) await leave(club, caller, email)
  const isOthers = ([, text]: (string | undefined)[]) =>
    others.some(({ email }) => text?.includes(`To: ${email}`))
  const before = (await files()).filter(isOthers)
  expect(before).toHaveLength(others.length)

  clock.advance(28 * dayMs)
  await services.payments.sandbox!.control.runDue()
  await hourOfDepartures(club)
  clock.advance(61 * 60_000)
  await hourOfDepartures(club)

  const gone = await db.$count(people, eq(people.firstName, 'Former member'))
  expect(gone).toBe(names.length)
  expect((await files()).filter(isOthers)).toEqual(before)
  const failed = await db.select().from(emails).where(eq(emails.state, 'failed')).orderBy(asc(emails.id))
  expect(failed.map(({ text }) => text)).toEqual(texts)
  expect(await noteOn('ch_1')).toBe(note)
})

it('removes a unique name from notes and leaves the rest [SET-6]', async () => {
  const { services, clock } = club
  const { db } = services
  const people2 = [
    { email: 'rare@club.example', firstName: 'Ottilie', lastName: 'Brandvik' },
    { email: 'twin@club.example', firstName: 'Jörg', lastName: 'Ødegård' },
    { email: 'other.twin@club.example', firstName: 'Jörg', lastName: 'Ødegård' },
  ]
  const joined = []
  for (const person of people2) joined.push(await join(club, newApplicant(person)))
  await closedAlert('ch_2', 'Asked Ottilie Brandvik (rare@club.example), it was her own card. Case 4712.')
  await closedAlert('ch_3', 'Asked Jörg Ødegård, wrote to twin@club.example.')
  for (const [index, { caller }] of joined.slice(0, 2).entries())
    await leave(club, caller, people2[index]!.email)
  clock.advance(28 * dayMs)
  await services.payments.sandbox!.control.runDue()
  await hourOfDepartures(club)
  expect(await noteOn('ch_2')).toBe('Asked Former member (Former member), it was her own card. Case 4712.')
  expect(await noteOn('ch_3')).toBe('Asked Jörg Ødegård, wrote to Former member.')
  expect(await db.$count(people, eq(people.lastName, 'Ødegård'))).toBe(1)
})

it('takes every form of the name and the phone number out of alerts about the member [SET-6]', async () => {
  const { services, clock } = club
  const named = { firstName: 'Solveig', lastName: 'Tangen' }
  const leaver = newApplicant({ ...named, phoneNumber: '+47 555 01 099', email: 'leaves@club.example' })
  const { caller, user } = await join(club, leaver)
  // Another member has the same name, so it identifies no one in other texts.
  await join(club, newApplicant({ ...named, email: 'stays@club.example' }))
  const { data } = await services.payments.stripe.charges.list({ customer: user.stripeCustomerId! })
  const charge = data[0]!
  const warning = services.payments.sandbox!.control.warnOfFraud(charge.id)
  const alertOfCharge = async () => {
    const [alert] = await services.db
      .select()
      .from(paymentAlerts)
      .where(eq(paymentAlerts.subject, charge.id))
      .orderBy(desc(paymentAlerts.firstSeenAt))
    return alert
  }
  await expect.poll(async () => (await alertOfCharge())?.message).toContain('of Solveig Tangen were')
  const { id } = (await alertOfCharge())!
  const note = 'Called Solveig on +47 555 01 099: Mrs Tangen paid. Not Solveig Tangensen. Case 4713.'
  const closed = { params: { id }, body: { note } }
  await signInAgain(club, club.people.admin)
  expect((await club.people.admin.call(api.ledger.resolveAlert, closed)).status).toBe(200)

  await leave(club, caller, leaver.email)
  clock.advance(28 * dayMs)
  await services.payments.sandbox!.control.runDue()
  await hourOfDepartures(club)
  const { message: text, resolution } = (await alertOfCharge())!
  expect(text).toContain('of Former member were')
  expect(text).toContain(charge.id)
  expect(resolution).toBe(
    'Called Former member on Former member: Mrs Former member paid. Not Former member Tangensen. Case 4713.',
  )

  // The card still carries the name at the provider.
  await warnOfFraud(services, warning.id)
  expect(await alertOfCharge()).toMatchObject({ personId: user.id, resolvedAt: null })
  expect((await alertOfCharge())!.message).toContain('of Former member were')
})
