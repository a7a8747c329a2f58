import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '@touchline/contract/api.ts'
import { clearDeletedCustomer } from '#features/people/stripe-customer.ts'
import { people } from '#features/people/schema.ts'
import { refundDuplicate } from '#features/subscriptions/ending/refund-duplicate.ts'
import { type Club, openClub } from '#testing/club.ts'
import { cards, joinTwice, newApplicant, payWith, signUp } from '#testing/joining.ts'
import { openAlerts } from '#testing/open-alerts.ts'
import { onLine } from '#testing/provider-line.ts'
import { recordDispute, rereadOpenDisputes } from './record-dispute.ts'
import { changeTerms } from '#features/ledger/terms.ts'
import { postTransaction } from './post-transaction.ts'
import { ledgerDisputes, ledgerJournals, ledgerLines } from '#features/ledger/schema.ts'
import { paymentAlerts } from '#alerts/schema.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
  club.services.payments.sandbox!.control.webhooks.shuffle(true)
})
afterAll(() => club.close())

const stripe = () => club.services.payments.stripe
const control = () => club.services.payments.sandbox!.control

/** A member who paid the first month by card; returns the payment. */
async function paidWith(number: string) {
  const visitor = club.visitor()
  const { clientSecret, subscriptionId } = await signUp(visitor, newApplicant())
  await payWith(visitor, club, clientSecret!, number)
  const [intentId] = clientSecret!.split('_secret_')
  return { visitor, subscriptionId, intentId: intentId! }
}

async function joinedWith(number: string) {
  const paid = await paidWith(number)
  const made = await paid.visitor.call(api.subscriptions.createUser, {
    body: { subscriptionId: paid.subscriptionId },
  })
  if (!('user' in made.body)) throw new Error(`the account was answered with ${made.status}`)
  return { ...paid, personId: made.body.user.id }
}

const chargeOf = async (intentId: string) => {
  const { data } = await stripe().charges.list({ payment_intent: intentId })
  return data.find(({ status }) => status === 'succeeded')!
}

const idOf = (named: string | { id: string } | null) =>
  typeof named === 'string' ? named : (named?.id ?? '')

type Booked = { kind: string } & Record<string, number | string>

/** All journals of a payment and its reversals, in order, with their lines. */
async function booksOf(intentId: string): Promise<Booked[]> {
  const { db } = club.services
  const { balance_transaction: settled } = await chargeOf(intentId)
  const [payment] = await db
    .select()
    .from(ledgerJournals)
    .where(eq(ledgerJournals.providerTxn, idOf(settled)))
  if (!payment) return []
  const rows = await db
    .select({ id: ledgerJournals.id, kind: ledgerJournals.kind, line: ledgerLines })
    .from(ledgerJournals)
    .innerJoin(ledgerLines, eq(ledgerLines.journalId, ledgerJournals.id))
    .where(eq(ledgerJournals.paymentJournalId, payment.id))
    .orderBy(ledgerJournals.id)
  const journals = new Map<string, Booked>()
  for (const { id, kind, line } of rows)
    journals.set(id, { ...(journals.get(id) ?? { kind }), [line.account]: line.amountCents })
  return [...journals.values()]
}

const sumOf = (booked: Booked[], account: string) =>
  booked.reduce((sum, journal) => sum + Number(journal[account] ?? 0), 0)

const refund = (intentId: string, amount?: number) =>
  stripe().refunds.create({ payment_intent: intentId, ...(amount ? { amount } : {}) })

describe('a refund', () => {
  it('reverses both shares but not the fee [fault 36]', async () => {
    const { intentId, personId } = await joinedWith(cards.good)
    await refund(intentId)
    await expect
      .poll(() => booksOf(intentId))
      .toEqual([{ kind: 'refund', creator_payable: 974, platform_revenue: 325, provider_balance: -1299 }])
    const [journal] = await club.services.db
      .select()
      .from(ledgerJournals)
      .where(eq(ledgerJournals.kind, 'refund'))
    expect(journal).toMatchObject({ personId, sourceId: expect.any(String) })
  })

  it('in three parts adds up to the cent [fault 36]', async () => {
    const { intentId } = await joinedWith(cards.good)
    club.clock.advance(2000)
    await changeTerms(club.services, { subscriptionShareBasisPoints: 5000 }, null)
    await refund(intentId, 433)
    await refund(intentId, 433)
    await refund(intentId, 433)
    await expect.poll(async () => (await booksOf(intentId)).length).toBe(3)
    const booked = await booksOf(intentId)
    expect(
      ['creator_payable', 'platform_revenue', 'provider_balance'].map((name) => sumOf(booked, name)),
    ).toEqual([974, 325, -1299])
    await changeTerms(club.services, { subscriptionShareBasisPoints: 7500 }, null)
    club.clock.advance(2000)
  })

  it('that fails later restores both shares [fault 36]', async () => {
    const { intentId } = await joinedWith('4000000000005126')
    await refund(intentId, 500)
    await expect.poll(async () => (await booksOf(intentId)).length).toBe(1)
    club.clock.advance(400_000)
    await control().runDue()
    await expect.poll(async () => (await booksOf(intentId)).length).toBe(2)
    const booked = await booksOf(intentId)
    expect(booked[1]).toMatchObject({ kind: 'refund_failed', provider_balance: 500 })
    for (const account of ['creator_payable', 'platform_revenue', 'provider_balance'])
      expect(sumOf(booked, account)).toBe(0)
  })

  it('that arrives early waits for its payment [fault 38]', async () => {
    control().webhooks.pause()
    const { intentId, subscriptionId, visitor } = await paidWith(cards.good)
    const { balance_transaction: txnId } = await refund(intentId)
    await expect(postTransaction(club.services, idOf(txnId))).rejects.toThrow('booked when it is completed')
    expect(await booksOf(intentId)).toEqual([])
    control().webhooks.resume()
    await visitor.call(api.subscriptions.createUser, { body: { subscriptionId } })
    await expect.poll(async () => (await booksOf(intentId)).map(({ kind }) => kind)).toEqual(['refund'])
  })

  it('of an unknown subscription is booked with its payment [fault 36]', async () => {
    const { clientSecret, second } = await joinTwice(club)
    const [intentId] = clientSecret.split('_secret_')
    await refundDuplicate(club.services, { subscriptionId: second.id })
    await expect.poll(async () => (await booksOf(intentId!)).map(({ kind }) => kind)).toEqual(['refund'])
  })
})

/** A member whose payment is disputed. */
const disputed = async () => {
  const member = await joinedWith('4000000000000259')
  club.clock.advance(120_000)
  await control().runDue()
  await expect.poll(async () => (await booksOf(member.intentId)).length).toBe(1)
  const { data } = await stripe().disputes.list({ payment_intent: member.intentId })
  return { ...member, disputeId: data[0]!.id }
}
const noted = async (id: string) => {
  const [row] = await club.services.db.select().from(ledgerDisputes).where(eq(ledgerDisputes.id, id))
  return row
}
const alertOf = async (subject: string) => {
  const [row] = await club.services.db.select().from(paymentAlerts).where(eq(paymentAlerts.subject, subject))
  return row
}
const decide = (disputeId: string, word: string) =>
  stripe().disputes.update(disputeId, { evidence: { uncategorized_text: word }, submit: true })

describe('a dispute', () => {
  it('reverses payment and fee, and restores all but the fee when won [fault 37]', async () => {
    const { intentId, disputeId, personId } = await disputed()
    expect(await booksOf(intentId)).toEqual([
      {
        kind: 'dispute',
        creator_payable: 974,
        platform_revenue: 325,
        provider_fees: 1500,
        provider_balance: -2799,
      },
    ])
    expect(await noted(disputeId)).toMatchObject({ personId, amountCents: 1299, closedAt: null })
    expect(await alertOf(disputeId)).toMatchObject({ kind: 'dispute', resolvedAt: null })
    await decide(disputeId, 'winning_evidence')
    await expect.poll(async () => (await booksOf(intentId)).length).toBe(2)
    expect((await booksOf(intentId))[1]).toEqual({
      kind: 'dispute_reversed',
      creator_payable: -974,
      platform_revenue: -325,
      provider_balance: 1299,
    })
    await expect.poll(async () => (await noted(disputeId))?.status).toBe('won')
    expect(await noted(disputeId)).toMatchObject({ closedAt: expect.any(Date) })
    expect(await alertOf(disputeId)).toMatchObject({ resolution: 'The bank decided: won.' })
  })

  it('moves nothing more when lost, and is closed [fault 37]', async () => {
    const { intentId, disputeId } = await disputed()
    await decide(disputeId, 'losing_evidence')
    await expect.poll(async () => (await noted(disputeId))?.status).toBe('lost')
    await control().webhooks.drained()
    expect(await booksOf(intentId)).toHaveLength(1)
  })

  it('is refreshed daily and does not reopen its alert', async () => {
    const { disputeId } = await disputed()
    control().webhooks.pause()
    const { db, clock } = club.services
    await db
      .update(paymentAlerts)
      .set({ resolvedAt: clock.now(), resolution: 'Answered.' })
      .where(eq(paymentAlerts.subject, disputeId))
    await rereadOpenDisputes(club.services)
    expect(await openAlerts(club, 'dispute')).toEqual([])
    await decide(disputeId, 'losing_evidence')
    expect(await noted(disputeId)).toMatchObject({ closedAt: null })
    await rereadOpenDisputes(club.services)
    expect(await noted(disputeId)).toMatchObject({ status: 'lost', closedAt: expect.any(Date) })
    control().webhooks.resume()
  })

  it('keeps its payer after the customer is deleted at the provider', async () => {
    const { disputeId, personId } = await disputed()
    const { db } = club.services
    const [person] = await db.select().from(people).where(eq(people.id, personId))
    await clearDeletedCustomer(db, person!.stripeCustomerId!)
    await rereadOpenDisputes(club.services)
    expect(await noted(disputeId)).toMatchObject({ personId, closedAt: null })
  })

  it('does not report an inquiry as money taken', async () => {
    const { disputeId } = await disputed()
    const asking = onLine(club, async (request, send) => {
      const answer = await send(request)
      if (!request.url.includes(disputeId)) return answer
      const text = await answer.text()
      return new Response(text.replace('"needs_response"', '"warning_needs_response"'), answer)
    })
    await recordDispute(asking, disputeId)
    const sentence = (await alertOf(disputeId))?.message
    expect(sentence).toMatch(
      /^The bank asks about 12\.99 USD of payment pi_.*Nothing has been taken back yet\.$/,
    )
    await recordDispute(club.services, disputeId)
    expect((await alertOf(disputeId))?.message).toContain('The bank took back 12.99 USD')
  })
})

describe('an early fraud warning', () => {
  it('raises an alert naming the payer and a searchable payment', async () => {
    const { intentId, personId } = await joinedWith('4000000000005423')
    club.clock.advance(120_000)
    await control().runDue()
    const { id: chargeId, balance_transaction: txn } = await chargeOf(intentId)
    await expect.poll(() => alertOf(chargeId)).toMatchObject({ kind: 'fraud-warning', personId })
    const [person] = await club.services.db.select().from(people).where(eq(people.id, personId))
    const { message } = (await alertOf(chargeId))!
    expect(message).toContain(`12.99 USD of ${person!.firstName} ${person!.lastName}`)
    expect(message).toContain(`(transaction ${idOf(txn)}, charge ${chargeId})`)

    const found = async (search: string) => {
      const { status, body } = await club.people.admin.call(api.ledger.payments, { query: { search } })
      return status === 200 ? body.payments.map(({ payer }) => payer?.email) : status
    }
    await expect.poll(() => found(chargeId)).toEqual([person!.email])
    expect(await found(idOf(txn))).toEqual([person!.email])
    expect(await found(intentId)).toEqual([person!.email])
    expect(await found('ch_unknown')).toEqual([])
    expect(await found('pi_unknown')).toEqual([])
  })
})

describe('an unknown movement', () => {
  it('raises an alert and books nothing [fault 41]', async () => {
    const { customers, paymentIntents } = stripe()
    const customer = await customers.create({})
    const intent = await paymentIntents.create({
      amount: 700,
      currency: 'usd',
      customer: customer.id,
      payment_method: 'pm_card_visa',
      confirm: true,
      return_url: club.url,
      allowed_payment_method_types: ['card'],
    })
    const { balance_transaction: txnId } = await chargeOf(intent.id)
    expect(await postTransaction(club.services, idOf(txnId))).toBe('left')
    const [alert] = await club.services.db
      .select()
      .from(paymentAlerts)
      .where(eq(paymentAlerts.subject, idOf(txnId)))
    expect(alert).toMatchObject({ kind: 'unknown-movement', resolvedAt: null })
    expect(await booksOf(intent.id)).toEqual([])
  })
})
