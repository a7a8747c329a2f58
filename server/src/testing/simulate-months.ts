import { api } from '@touchline/contract/api.ts'
import type Stripe from 'stripe'
import { type Random, seededRandom } from '#demo/seeded-random.ts'
import { startSubscription } from '#features/subscriptions/checkout/start-subscription.ts'
import type { Club } from './club.ts'
import { cards, newApplicant, payWith, signUp } from './joining.ts'
import { earnTip } from './months.ts'
import { quiet } from './wait-until-settled.ts'

const codes = {
  HALF: { months: Infinity, cents: 649, coupon: { percent_off: 50, duration: 'forever' } },
  FREE: { months: Infinity, cents: 0, coupon: { percent_off: 100, duration: 'forever' } },
  FIRST: { months: 1, cents: 0, coupon: { percent_off: 100, duration: 'once' } },
  THREE: { months: 3, cents: 999, coupon: { amount_off: 300, duration: 'repeating', duration_in_months: 3 } },
} as const
type Code = keyof typeof codes

type Fan = { personId: string; customerId: string; card: string; hasLostDispute?: true }

export type SimulatedMonths = {
  codeOf: Map<string, Code | null>
  fans: Fan[]
  bills: Set<'failed often' | 'given up' | 'voided' | 'paid after all'>
}

const dayMs = 24 * 60 * 60 * 1000

/**
 * Simulates months from the first of one (UTC), as the seed draws. `atMonthEnd` runs on the evening of each last day,
 * when everything is settled and nothing more is charged that month.
 */
export async function simulateMonths(
  club: Club,
  { from, months, seed }: { from: Date; months: number; seed: number },
  atMonthEnd: (lived: SimulatedMonths, end: Date) => Promise<void>,
): Promise<void> {
  const random = seededRandom(seed, 'months')
  const lived: SimulatedMonths = { codeOf: new Map(), fans: [], bills: new Set() }
  club.clock.set(from)
  await makeCodes(club)
  for (let nth = 0; nth < months; nth += 1) {
    const start = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + nth, 1)
    const end = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + nth + 1, 1))
    const last = Math.round((end.getTime() - start) / dayMs)
    const days = new Set(Array.from({ length: 5 }, () => random.whole(1, last)))
    for (const day of [...days].toSorted((one, other) => one - other)) {
      club.clock.set(new Date(start + (day - 0.5) * dayMs))
      await club.services.payments.sandbox?.control.runDue()
      for (let acts = random.whole(1, 3); acts > 0; acts -= 1) await act(club, lived, random)
      club.clock.set(new Date(start + (day - 0.25) * dayMs))
      await quiet(club)
    }
    club.clock.set(new Date(end.getTime() - dayMs / 4))
    await quiet(club)
    await atMonthEnd(lived, end)
  }
}

/** The next month's price by the code, independent of the provider. */
export function nextMonthCents(code: Code | null, subscription: Stripe.Subscription): number {
  if (!code) return 1299
  const begun = new Date(subscription.start_date * 1000)
  const renewsAt = new Date((subscription.items.data[0]?.current_period_end ?? 0) * 1000)
  const lived =
    (renewsAt.getUTCFullYear() - begun.getUTCFullYear()) * 12 + renewsAt.getUTCMonth() - begun.getUTCMonth()
  return lived < codes[code].months ? codes[code].cents : 1299
}

async function makeCodes({ services: { payments } }: Club) {
  const known = await payments.stripe.promotionCodes.list({ code: 'HALF' })
  if (known.data.length > 0) return
  for (const [code, { coupon }] of Object.entries(codes)) {
    const made = await payments.stripe.coupons.create(
      'amount_off' in coupon ? { ...coupon, currency: 'usd' } : coupon,
    )
    await payments.stripe.promotionCodes.create({
      code,
      promotion: { type: 'coupon', coupon: made.id },
      metadata: { once_per_person: 'no', new_members_only: 'no', card_required: 'no' },
    })
  }
}

const cardOfRefundsThatFail = '4000000000005126'

async function act(club: Club, lived: SimulatedMonths, random: Random): Promise<void> {
  if (lived.fans.length < 4 || random.chance(0.2)) return joins(club, lived, random)
  if (random.chance(0.1)) return void (await earnTip(club, random.whole(100, 5000)))
  const fan = (random.chance(0.5) && (await whoOwes(club, lived))) || random.pick(lived.fans)
  const { data } = await club.services.payments.stripe.subscriptions.list({ customer: fan.customerId })
  const living = data[0]
  if (!living) return fan.hasLostDispute ? undefined : comesBack(club, lived, fan, random)
  const owing = [triesInVain, triesInVain, paysAfterAll, billIsGivenUp, billIsGivenUp]
  const usual = [failsToPay, failsToPay, paysAfterAll, cancels, endsNow, isRefunded, isRefunded, disputes]
  const does = random.pick(living.status === 'past_due' && random.chance(0.7) ? owing : usual)
  await does(club, { fan, living, bills: lived.bills }, random)
}

/** A person with an open invoice, if any: chance alone would pick too few. */
async function whoOwes(
  { services: { payments } }: Club,
  { fans }: SimulatedMonths,
): Promise<Fan | undefined> {
  const { data } = await payments.stripe.subscriptions.list({ status: 'past_due', limit: 100 })
  return fans.find(({ customerId }) => data.some(({ customer }) => customer === customerId))
}

async function joins(club: Club, lived: SimulatedMonths, random: Random) {
  const visitor = club.visitor()
  const code = random.chance(0.5) ? random.pick<Code>(['HALF', 'FREE', 'FIRST', 'THREE']) : null
  const card = random.chance(0.2) ? cardOfRefundsThatFail : cards.good
  const { clientSecret, subscriptionId } = await signUp(visitor, newApplicant({ couponCode: code }))
  if (clientSecret) await payWith(visitor, club, clientSecret, card)
  const made = await visitor.call(api.subscriptions.createUser, { body: { subscriptionId } })
  if (!('user' in made.body)) throw new Error(`the account was answered with ${made.status}`)
  const { id: personId, stripeCustomerId } = made.body.user
  lived.codeOf.set(subscriptionId, code)
  lived.fans.push({ personId, customerId: stripeCustomerId ?? '', card })
}

async function comesBack(club: Club, { codeOf }: SimulatedMonths, { personId, card }: Fan, random: Random) {
  const code = random.chance(0.3) ? 'HALF' : null
  const { clientSecret, subscriptionId } = await startSubscription(club.services, personId, {
    couponCode: code,
    termsAccepted: true,
  })
  if (clientSecret) await payWith(club.visitor(), club, clientSecret, card)
  if (subscriptionId && !codeOf.has(subscriptionId)) codeOf.set(subscriptionId, code)
}

type Whose = { fan: Fan; living: Stripe.Subscription; bills: SimulatedMonths['bills'] }

async function saves(club: Club, { fan, living }: Whose, card: string) {
  const { stripe } = club.services.payments
  const method = await stripe.paymentMethods.attach(card, { customer: fan.customerId })
  await stripe.subscriptions.update(living.id, { default_payment_method: method.id })
}

const failsToPay = (club: Club, whose: Whose) => saves(club, whose, 'pm_card_chargeCustomerFail')

const openBills = async ({ services: { payments } }: Club, { living }: Whose) =>
  (await payments.stripe.invoices.list({ subscription: living.id, status: 'open' })).data

async function paysAfterAll(club: Club, whose: Whose) {
  const { stripe } = club.services.payments
  await saves(club, whose, 'pm_card_visa')
  for (const { id } of await openBills(club, whose)) {
    await stripe.invoices.pay(id)
    whose.bills.add('paid after all')
  }
}

async function triesInVain(club: Club, whose: Whose, random: Random) {
  const { stripe } = club.services.payments
  for (const { id } of await openBills(club, whose)) {
    for (let tries = random.whole(1, 3); tries > 0; tries -= 1) await stripe.invoices.pay(id).catch(() => {})
    if ((await stripe.invoices.retrieve(id)).attempt_count > 2) whose.bills.add('failed often')
  }
}

async function billIsGivenUp(club: Club, whose: Whose, random: Random) {
  const { invoices } = club.services.payments.stripe
  const isVoided = random.chance(0.4)
  for (const { id } of await openBills(club, whose)) {
    await (isVoided ? invoices.voidInvoice(id) : invoices.markUncollectible(id))
    whose.bills.add(isVoided ? 'voided' : 'given up')
  }
}

async function cancels({ services: { payments } }: Club, { living }: Whose) {
  await payments.stripe.subscriptions.update(living.id, {
    cancel_at_period_end: !living.cancel_at_period_end,
  })
}

const endsNow = async ({ services: { payments } }: Club, { living }: Whose) =>
  void (await payments.stripe.subscriptions.cancel(living.id))

async function newestCharge({ services: { payments } }: Club, { fan }: Whose) {
  const { data } = await payments.stripe.charges.list({ customer: fan.customerId, limit: 100 })
  return data.find(({ paid, refunded, disputed }) => paid && !refunded && !disputed)
}

async function isRefunded(club: Club, whose: Whose, random: Random) {
  const charge = await newestCharge(club, whose)
  if (!charge) return
  const part = random.chance(0.3) ? { amount: Math.ceil((charge.amount - charge.amount_refunded) / 2) } : {}
  await club.services.payments.stripe.refunds.create({ charge: charge.id, ...part })
}

async function disputes(club: Club, whose: Whose, random: Random) {
  const charge = await newestCharge(club, whose)
  if (!charge || charge.amount_refunded > 0) return
  const { stripe, sandbox } = club.services.payments
  sandbox?.control.dispute(charge.id)
  const [dispute] = (await stripe.disputes.list({ charge: charge.id })).data
  if (!dispute || random.chance(0.3)) return
  if (random.chance(0.5)) {
    await stripe.disputes.close(dispute.id)
    whose.fan.hasLostDispute = true
  } else await stripe.disputes.update(dispute.id, { evidence: { uncategorized_text: 'winning_evidence' } })
}
