import { api } from '@touchline/contract/api.ts'
import { sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memberships } from '#features/subscriptions/schema.ts'
import { sendTip } from '#features/tips/send-tip.ts'
import { tips } from '#features/tips/schema.ts'
import { raiseAlert } from '#alerts/alerts.ts'
import { onlyInSandbox } from '#testing/at-stripe.ts'
import { type Club, openClub } from '#testing/club.ts'
import { join, joinTwice } from '#testing/joining.ts'
import { saveCard } from '#testing/saved-card.ts'
import { checkBooks } from './check-books.ts'
import { readCheckpoint } from './checkpoint.ts'
import { measureBooks } from './book-checks.ts'
import { ledgerJournals, ledgerLines } from '#features/ledger/schema.ts'

const counting = 'counts all that is in the account, where others pay too'

let club: Club
beforeAll(async () => {
  club = await openClub()
  club.services.payments.sandbox!.control.webhooks.shuffle(true)
})
afterAll(() => club.close())

const dayMs = 24 * 60 * 60_000
const stripe = () => club.services.payments.stripe
const strictly = { toleranceMs: 0 }

const broken = async () => {
  const { equations } = await measureBooks(club.services, strictly)
  return equations.filter(({ holds }) => !holds).map(({ number }) => number)
}

/** Reverts the manual changes of a test. */
async function whileBroken(breakIt: () => Promise<unknown>, mend: () => Promise<unknown>) {
  await breakIt()
  const measured = await measureBooks(club.services, strictly)
  await mend()
  return measured.equations.filter(({ holds }) => !holds)
}

/** Waits until all events and their jobs are done. */
async function comeToRest({ services: { jobs, payments } }: Club) {
  do await payments.sandbox!.control.webhooks.drained()
  while (await jobs.settled())
}

async function tipFrom(name: 'member' | 'otherMember') {
  const person = club.people[name]
  const { customerId } = await saveCard(club, person, 'visa')
  return sendTip(club.services, { sender: { id: person.id, stripeCustomerId: customerId }, amount: 5 })
}

describe('the seven balance checks', () => {
  it('pass after payments, tips, a refund and a refunded duplicate', async () => {
    const { caller, user } = await join(club)
    expect(caller.id).toBeDefined()
    await tipFrom('member')
    await joinTwice(club)
    const { data } = await stripe().charges.list({ customer: user.stripeCustomerId! })
    await stripe().refunds.create({ charge: data[0]!.id, amount: 500 })
    await expect.poll(broken).toEqual([])
    const { equations } = await measureBooks(club.services)
    expect(equations.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(equations[0]!.left.value).toBeGreaterThanOrEqual(5)
    expect(equations[1]!.left.value).toBeGreaterThan(0)
    expect(equations[3]!.left.value).toBe(1)
  })

  it('tolerate a recent unbooked movement and fail on an old one', async () => {
    onlyInSandbox(club, counting)
    await strayPayment()
    const { equations } = await measureBooks(club.services)
    expect(equations.every(({ holds }) => holds)).toBe(true)
    expect(await broken()).toEqual([1, 2, 4])
    club.clock.advance(11 * 60_000)
    const late = await measureBooks(club.services)
    expect(late.equations.filter(({ holds }) => !holds).map(({ number }) => number)).toEqual([1, 2, 4])
    expect(late.equations[0]).toMatchObject({
      difference: 1,
      rows: [{ id: expect.stringMatching(/^txn_/), note: expect.stringContaining('is not in the books') }],
    })
    await writeByHand(late.equations[0]!.rows[0]!.id, 650, 50)
    await club.services.db.insert(tips).values(tipByHand())
    expect(await broken()).toEqual([4])
    await club.services.db.delete(tips).where(sql`payment_intent_id = 'pi_by_hand'`)
  })

  it('name a journal with a wrong amount and one without a movement', async () => {
    onlyInSandbox(club, counting)
    await strayPayment()
    const { data } = await stripe().balanceTransactions.list({ limit: 1 })
    await writeByHand(data[0]!.id, 640, 60)
    const differing = await measureBooks(club.services, strictly)
    expect(differing.equations[0]).toMatchObject({
      difference: 0,
      holds: false,
      rows: [{ note: 'is 650 less a fee of 50 at the provider, 640 and 60 in the books' }],
    })
    await writeByHand(`txn_nowhere_${uuid()}`, 10, 1)
    const { equations } = await measureBooks(club.services, strictly)
    expect(equations[0]).toMatchObject({ holds: false, difference: -1 })
    expect(equations[0]!.rows.map(({ note }) => note).join()).toContain('which the provider does not have')
  })

  it('name unpaid memberships and people with two', async () => {
    const { db } = club.services
    const now = club.clock.now()
    const row = (suffix: string, paidThrough: Date) => ({
      id: uuid(),
      personId: club.people.newcomer.id,
      customerId: 'cus_by_hand',
      subscriptionId: `sub_by_hand_${suffix}`,
      status: 'active',
      priceCents: 1299,
      periodEnd: now,
      startedAt: now,
      syncedAt: now,
      paidThrough,
    })
    const found = await whileBroken(
      () =>
        db
          .insert(memberships)
          .values([
            { ...row('one', new Date(now.getTime() - 3 * dayMs)), isCurrent: true },
            row('two', new Date(now.getTime() + dayMs)),
          ]),
      () => db.delete(memberships).where(sql`customer_id = 'cus_by_hand'`),
    )
    expect(found.map(({ number }) => number)).toEqual(expect.arrayContaining([5, 6]))
    expect(found.find(({ number }) => number === 5)?.rows[0]?.note).toContain('sub_by_hand_one')
    expect(found.find(({ number }) => number === 6)?.rows[0]).toMatchObject({ id: club.people.newcomer.id })
  })
})

/** A payment for a tip that does not exist here. */
const strayPayment = async () =>
  stripe().paymentIntents.create({
    amount: 700,
    currency: 'usd',
    customer: (await stripe().customers.create({})).id,
    payment_method: 'pm_card_visa',
    confirm: true,
    return_url: club.url,
    allowed_payment_method_types: ['card'],
    metadata: { app: 'touchline', tip_id: uuid() },
  })

async function writeByHand(providerTxn: string, netCents: number, feeCents: number) {
  await club.services.db.transaction(async (tx) => {
    const id = uuid()
    await tx.insert(ledgerJournals).values({
      id,
      kind: 'tip',
      providerTxn,
      shareBasisPoints: 7500,
      occurredAt: club.clock.now(),
      currency: 'usd',
    })
    await tx.insert(ledgerLines).values([
      { journalId: id, account: 'provider_balance', amountCents: netCents },
      { journalId: id, account: 'provider_fees', amountCents: feeCents },
      { journalId: id, account: 'platform_revenue', amountCents: -netCents - feeCents },
    ])
  })
}

const tipByHand = () => ({
  id: uuid(),
  fromPersonId: club.people.member.id,
  toPersonId: club.people.creator.id,
  amountCents: 500,
  status: 'completed' as const,
  customerId: 'cus_by_hand',
  paymentMethodId: 'pm_by_hand',
  paymentIntentId: 'pi_by_hand',
  cardBrand: 'visa',
  cardLast4: '4242',
  createdAt: club.clock.now(),
  completedAt: club.clock.now(),
})

describe('checking the books', () => {
  let other: Club
  beforeAll(async () => {
    other = await openClub()
  })
  afterAll(() => other.close())

  it('saves the result, raises an alert on failure, resolves it on success', async () => {
    onlyInSandbox(other, counting)
    const { admin } = other.people
    const before = await admin.call(api.ledger.books)
    expect(before.body).toEqual({ checkedAt: null, equations: [] })
    await join(other)
    await expect
      .poll(async () => (await admin.call(api.ledger.checkBooks)).body.equations.every(({ holds }) => holds))
      .toBe(true)
    const openAlerts = async () => (await admin.call(api.ledger.alerts)).body.alerts
    expect(await openAlerts()).toEqual([])
    // A late event of the signup would overwrite the membership that this test changes.
    await comeToRest(other)
    const { db } = other.services
    await db
      .update(memberships)
      .set({ paidThrough: null })
      .where(sql`customer_id not like 'cus_test%'`)
    const broken5 = await admin.call(api.ledger.checkBooks)
    expect(broken5.body.equations.filter(({ holds }) => !holds)).toMatchObject([{ number: 5, difference: 1 }])
    expect(await openAlerts()).toMatchObject([
      {
        kind: 'books',
        subject: 'equation 5',
        message: expect.stringContaining('Balance check failed: Every active'),
      },
    ])
    await db
      .update(memberships)
      .set({ paidThrough: new Date(other.clock.now().getTime() + 20 * dayMs) })
      .where(sql`customer_id not like 'cus_test%'`)
    await admin.call(api.ledger.checkBooks)
    expect(await openAlerts()).toEqual([])
    const resolved = await admin.call(api.ledger.alerts, { query: { state: 'resolved' } })
    expect(resolved.body.alerts).toMatchObject([
      { resolution: expect.stringContaining('The check passed again') },
    ])
    expect((await admin.call(api.ledger.books)).body.checkedAt).not.toBeNull()
  })

  it('starts at the last checkpoint and gets the same sums', async () => {
    expect(await readCheckpoint(other.services.db)).toBeNull()
    other.clock.advance(4 * dayMs)
    await checkBooks(other.services)
    const reached = await readCheckpoint(other.services.db)
    expect(reached).toMatchObject({ lastId: expect.stringMatching(/^txn_/), totals: { count: 1 } })
    await join(other)
    await expect
      .poll(async () => {
        const part = await measureBooks(other.services, strictly)
        const whole = await measureBooks(other.services, { ...strictly, isWhole: true })
        expect(part.equations).toEqual(whole.equations)
        return part.equations[0]
      })
      .toMatchObject({ holds: true, left: { value: 2 }, right: { value: 2 } })
  })

  it('closes an alert once, with a note', async () => {
    const { admin, creator } = other.people
    const refused = { kind: 'webhook-signature', subject: 'webhooks', message: 'An event was refused.' }
    await raiseAlert(other.services.db, other.services, refused)
    const [alert] = (await admin.call(api.ledger.alerts)).body.alerts
    const resolve = (note: string, who = admin) =>
      who.call(api.ledger.resolveAlert, { params: { id: alert!.id }, body: { note } })
    expect((await resolve('Done.', creator)).status).toBe(403)
    expect((await resolve('  ')).message).toBe('Say what was done.')
    expect((await resolve('A test of the alarm.')).body.alert).toMatchObject({
      kind: 'webhook-signature',
      resolution: 'A test of the alarm.',
    })
    expect((await resolve('Again.')).status).toBe(409)
    const unknown = await admin.call(api.ledger.resolveAlert, { params: { id: uuid() }, body: { note: 'x' } })
    expect(unknown.status).toBe(404)
  })
})
