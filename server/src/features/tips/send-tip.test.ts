import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ledgerJournals } from '#features/ledger/schema.ts'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { addMember } from '#testing/people.ts'
import { listenIn } from '#testing/received.ts'
import { saveCard } from '#testing/saved-card.ts'
import { allEmailsTo } from '#testing/sent-emails.ts'
import { tips } from './schema.ts'
import { savedMethodOf } from './send-tip.ts'

let club: Club
let member: Caller
beforeAll(async () => {
  club = await openClub()
})
beforeEach(async () => {
  member = await addMember(club.services)
})
afterAll(() => club.close())

const send = (sender: Caller, body: Record<string, unknown> = {}, key?: string) =>
  sender.call(api.tips.send, {
    body: { amount: 5, ...body },
    headers: key ? { 'idempotency-key': key } : {},
  })

/** Charges of a person at the provider, newest first. */
async function chargesOf(sender: Caller) {
  const { customerId } = await saveCard(club, sender, 'visa')
  const { data } = await club.services.payments.stripe.charges.list({ customer: customerId })
  return data.filter(({ status }) => status === 'succeeded')
}

const rows = () => club.services.db.select().from(tips).where(eq(tips.fromPersonId, member.id))

/** The tips of the member that the creator received, newest first. */
const receivedBy = async (creator: Caller, search?: string) =>
  (await creator.call(api.tips.received, { query: { search } })).body.tips.filter(
    ({ fromUser }) => fromUser?.id === member.id,
  )

describe('sending a tip', () => {
  it('charges the saved card, notifies the creator and books the payment [TIP-6]', async () => {
    const { creator } = club.people
    await saveCard(club, member, 'visa')
    const said = listenIn(club)
    const { status, body } = await send(member, { message: ' Great season! ', toUserId: creator.id })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'completed',
      cardInfo: { brand: 'visa', last4: '4242' },
      tip: { amount: 5, status: 'completed', message: 'Great season!', isAcknowledged: false },
    })
    expect(await chargesOf(member)).toMatchObject([{ amount: 500, currency: 'usd' }])
    expect(await said.soFar()).toEqual([
      { audience: { person: creator.id }, message: { type: 'tip_received', tipId: body.tip.id } },
    ])
    expect(await receivedBy(creator)).toMatchObject([{ id: body.tip.id, status: 'completed' }])
    await expect
      .poll(() =>
        club.services.db.select().from(ledgerJournals).where(eq(ledgerJournals.sourceId, body.tip.id)),
      )
      .toMatchObject([{ kind: 'tip', personId: member.id }])
  })

  it('shows a held message only after approval; the money goes through at once [HOLD-4]', async () => {
    const { creator, admin, moderator } = club.people
    const rules = { words: ['touts'], firstComments: 0, youngDays: 0, revision: 0 }
    await admin.call(api.heldComments.changeRules, { body: rules })
    await saveCard(club, member, 'visa')
    const [first, again] = await Promise.all([
      send(member, { message: 'Touts!' }),
      send(member, { message: 'Touts!' }),
    ])
    expect([first.body.status, again.body.tip.id]).toEqual(['completed', first.body.tip.id])
    const { id } = first.body.tip
    const received = async (search?: string) =>
      (await receivedBy(creator, search)).map(({ message }) => message)
    const sent = async () => (await member.call(api.tips.sent)).body.tips.map((tip) => tip.heldMessage)
    const queue = async () => (await moderator.call(api.heldTips.queue)).body
    expect([await received(), await received('touts'), await sent()]).toEqual([[null], [], ['Touts!']])
    expect(await queue()).toMatchObject({
      waiting: 1,
      messages: [{ id, message: 'Touts!', words: ['touts'], user: { id: member.id, email: null } }],
    })
    expect((await moderator.call(api.needsAttention.forAdmin)).body.held).toBe(1)
    const until = new Date(club.clock.now().getTime() + 3_600_000).toISOString()
    const silenced = { params: { id: member.id }, body: { until, reason: 'Touting' } }
    expect((await admin.call(api.silences.start, silenced)).status).toBeLessThan(300)
    expect(await moderator.call(api.heldTips.approve, { params: { id } })).toMatchObject({
      status: 409,
      message: 'Its author is silenced or suspended. You can reject the message.',
    })
    await admin.call(api.silences.lift, { params: { id: member.id } })
    for (const other of [member, creator])
      expect((await other.call(api.heldTips.approve, { params: { id } })).status).toBe(403)
    const said = listenIn(club)
    const approve = () => moderator.call(api.heldTips.approve, { params: { id } })
    const approvals = await Promise.all([approve(), approve()])
    expect(approvals.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 404])
    expect([await received('touts'), await sent(), (await queue()).waiting]).toEqual([
      ['Touts!'],
      [undefined],
      0,
    ])
    expect(await said.soFar()).toContainEqual({
      audience: { person: creator.id },
      message: { type: 'tip_received', tipId: id },
    })

    club.clock.advance(11_000)
    const other = (await send(member, { message: 'More touts' })).body.tip
    const answer = { params: { id: other.id }, body: { answer: 'No advertising.' } }
    expect((await moderator.call(api.heldTips.reject, answer)).status).toBe(204)
    expect([await received(), await sent()]).toEqual([
      [null, 'Touts!'],
      [undefined, undefined],
    ])
    const emails = (await allEmailsTo(club, member.email)).join('')
    expect(emails).toContain('The message of your tip was not shown')
    expect(emails).toContain('No advertising.')
    expect(await chargesOf(member)).toHaveLength(2)
  })

  it('sends one tip for a double click, with and without a key [fault 14, TIP-6]', async () => {
    await saveCard(club, member, 'visa')
    const key = uuid()
    const keyed = await Promise.all([send(member, {}, key), send(member, {}, key), send(member, {}, key)])
    expect(keyed.map(({ body }) => body.status)).toEqual(['completed', 'completed', 'completed'])
    expect(new Set(keyed.map(({ body }) => body.tip.id)).size).toBe(1)
    const bare = await Promise.all([send(member, { message: 'Go' }), send(member, { message: 'Go' })])
    expect(new Set(bare.map(({ body }) => body.tip.id)).size).toBe(1)
    expect(await chargesOf(member)).toHaveLength(2)

    club.clock.advance(11_000)
    expect((await send(member, { message: 'Go' })).body.tip.id).not.toBe(bare[0]?.body.tip.id)
    expect(await rows()).toHaveLength(3)
  })

  it('returns the first response for a repeated key [fault 10, TIP-6]', async () => {
    await saveCard(club, member, 'visa')
    const key = uuid()
    const first = await send(member, { message: 'Once' }, key)
    club.clock.advance(60 * 60_000)
    expect(await send(member, { message: 'Once' }, key)).toMatchObject({ status: 200, body: first.body })
    expect(await chargesOf(member)).toHaveLength(1)
  })

  it('charges once for concurrent devices [fault 15, TIP-6]', async () => {
    await saveCard(club, member, 'visa')
    const answers = await Promise.all([send(member, {}, uuid()), send(member, {}, uuid())])
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
    const taken = answers.filter(({ status }) => status === 200)
    expect(new Set(taken.map(({ body }) => body.tip.id)).size).toBe(1)
    expect(await chargesOf(member)).toHaveLength(1)
    expect(await rows()).toHaveLength(1)
  })

  it('names the declined card and counts each retry as a new tip [fault 16, TIP-3, TIP-4, TIP-6]', async () => {
    const { creator } = club.people
    await saveCard(club, member, 'chargeCustomerFail')
    const declined = {
      status: 402,
      body: {
        message: 'Your card was declined.',
        code: 'card_declined',
        cardInfo: { brand: 'visa', last4: '0341' },
      },
    }
    const key = uuid()
    expect(await send(member, {}, key)).toMatchObject(declined)
    expect(await send(member, {}, key)).toMatchObject(declined)
    expect(await send(member, {}, uuid())).toMatchObject(declined)
    await saveCard(club, member, 'mastercard')
    expect(await send(member, {}, uuid())).toMatchObject({
      status: 200,
      body: { status: 'completed', cardInfo: { brand: 'mastercard', last4: '4444' } },
    })
    const tried = await rows()
    expect(tried.map(({ status }) => status).toSorted()).toEqual(['completed', 'failed', 'failed'])
    expect(new Set(tried.map(({ paymentIntentId }) => paymentIntentId)).size).toBe(3)
    expect(await receivedBy(creator)).toHaveLength(1)
    expect((await member.call(api.tips.sent)).body.total).toBe(1)
  })

  it('refuses other amounts and recipients without calling the provider [fault 18, TIP-6, T-ID-06]', async () => {
    const { otherMember, otherCreator, creator } = club.people
    const { customerId } = await saveCard(club, member, 'visa')
    const before = await club.services.db.select().from(tips)
    for (const body of [
      { amount: 500 },
      { amount: 0.01 },
      { amount: -5 },
      { amount: '5' },
      { toUserId: otherCreator.id },
      { toUserId: otherMember.id },
      { toUserId: member.id },
      { toUserId: 'unknown' },
      { message: 'x'.repeat(501) },
      { message: 'a\u0000b' },
    ])
      expect(await send(member, body)).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    expect((await send(member, {}, 'k'.repeat(201))).status).toBe(400)
    expect((await send(creator)).status).toBe(403)
    expect((await send(club.people.lapsed)).status).toBe(403)
    expect(await rows()).toHaveLength(0)
    expect(await club.services.db.select().from(tips)).toEqual(before)
    const { data } = await club.services.payments.stripe.paymentIntents.list({ customer: customerId })
    expect(data).toHaveLength(0)
  })

  it('requires a payment method [TIP-6]', async () => {
    const refused = {
      status: 409,
      body: { code: 'no_payment_method', message: 'Add a payment method first.' },
    }
    expect(await send(member)).toMatchObject(refused)
    expect((await member.call(api.tips.method)).body).toEqual({ method: null })
    const { methodId } = await saveCard(club, member, 'visa')
    await club.services.payments.stripe.paymentMethods.detach(methodId)
    expect(await send(member)).toMatchObject(refused)
    expect(await rows()).toHaveLength(0)
  })

  it('prefers the subscription’s card, then the default, then the newest [TIP-6]', async () => {
    const { payments } = club.services
    const { customerId, methodId: first } = await saveCard(club, member, 'visa')
    const { id: newest } = await payments.stripe.paymentMethods.attach('pm_card_mastercard', {
      customer: customerId,
    })
    const chosen = async () => {
      const method = await savedMethodOf(payments, customerId)
      const { body } = await member.call(api.tips.method)
      expect(body.method).toEqual({ brand: method?.brand, last4: method?.last4 })
      return method?.id
    }
    expect(await chosen()).toBe(first)
    await payments.stripe.customers.update(customerId, { invoice_settings: { default_payment_method: '' } })
    expect(await chosen()).toBe(newest)
    await payments.stripe.customers.update(customerId, {
      invoice_settings: { default_payment_method: newest },
    })
    await payments.stripe.subscriptions.create({
      customer: customerId,
      items: [{ price: payments.price.id }],
      payment_behavior: 'default_incomplete',
      default_payment_method: first,
    })
    expect(await chosen()).toBe(first)
  })
})
