import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ledgerJournals } from '#features/ledger/schema.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import { paymentAlerts } from '#alerts/schema.ts'
import { type Club, openClub } from '#testing/club.ts'
import { earnTip } from '#testing/months.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const folder = fileURLToPath(new URL('../../db/migrations/', import.meta.url))
const step = () =>
  readFileSync(
    `${folder}${readdirSync(folder).find((name) => name.endsWith('_people_of_past_alerts.sql'))}`,
    'utf8',
  )

it('finds the members of alerts that were raised without their ids [SET-6]', async () => {
  const { services, people, clock } = club
  const { db } = services
  const { member, otherMember } = people
  const [held] = await db
    .select()
    .from(memberships)
    .where(sql`person_id = ${member.id}`)
  await earnTip(club, 500)
  const [tip] = await db
    .select()
    .from(ledgerJournals)
    .where(sql`person_id = ${member.id}`)
  const txn = tip!.providerTxn!
  const alerts = [
    ['late-payment', 'in_1', `It was paid after it had ended (${held!.subscriptionId}).`, member.id],
    ['subscription-differs', held!.subscriptionId, 'The membership said active.', member.id],
    ['reconcile', held!.customerId, 'This could not be reconciled.', member.id],
    ['second-subscription', 'sub_2', `Person ${otherMember.id} had two live subscriptions.`, otherMember.id],
    ['fraud-warning', 'ch_1', `Not paid by the owner (transaction ${txn}, charge ch_1).`, member.id],
    ['missing-journal', txn, 'It was not in the books.', member.id],
    ['webhook-dead', 'evt_1', 'This event was given up.', null],
  ] as const
  const now = clock.now()
  await db.insert(paymentAlerts).values(
    alerts.map(([kind, subject, message]) => ({
      id: uuid(),
      kind,
      subject,
      message,
      firstSeenAt: now,
      lastSeenAt: now,
    })),
  )
  await db.execute(sql.raw(step()))
  const rows = await db.select().from(paymentAlerts)
  const found = rows.map(({ kind, personId }) => `${kind}: ${personId}`)
  expect(found.toSorted()).toEqual(alerts.map(([kind, , , personId]) => `${kind}: ${personId}`).toSorted())
})
