import type { Stripe } from 'stripe'
import { idOf } from '#payments/id-of.ts'
import type { Payments } from '#payments/payments.ts'
import type { MembershipFacts } from '../access/access.ts'
import { type ChargeSnapshot, fetchCharges } from './charge-snapshot.ts'
import {
  dateFromSeconds,
  type DueInvoice,
  type PaidInvoice,
  paymentIntentOf,
  toDueInvoice,
  toPaidInvoice,
} from './invoice-snapshot.ts'

/** Comments that this program adds to a cancellation of its own, so that it recognizes it later. */
export const cancellationComments = {
  voided: 'given back by the club',
  refunded: 'stopped with a full refund',
  unpaid: 'ended while a month was unpaid',
  restored: 'goes on after a refund that failed',
} as const

/** Why a subscription ends or ended, unless the member canceled it. */
type EndReason = keyof typeof cancellationComments | 'payment_failed' | 'disputed'

/** Reads our comment, else Stripe's reason; null when the member canceled or the subscription runs. */
function endReasonOf({
  cancellation_details,
  ended_at,
}: Pick<Stripe.Subscription, 'cancellation_details' | 'ended_at'>): EndReason | null {
  const { comment, reason } = cancellation_details ?? {}
  // A voided subscription ends at once: on a running one, a person wrote this comment.
  if (comment === cancellationComments.voided && ended_at !== null) return 'voided'
  if (comment === cancellationComments.refunded) return 'refunded'
  if (comment === cancellationComments.unpaid) return 'unpaid'
  if (comment === cancellationComments.restored) return 'restored'
  if (reason === 'payment_failed') return 'payment_failed'
  return reason === 'payment_disputed' ? 'disputed' : null
}

/** Returns cents, less the discounts that still apply next month. Expects `discounts.source.coupon` to be expanded. */
export function nextChargeCents({
  discounts,
  items,
}: Pick<Stripe.Subscription, 'discounts' | 'items'>): number {
  const item = items.data[0]
  const priceCents = (item?.price.unit_amount ?? 0) * (item?.quantity ?? 1)
  const renewsAt = item?.current_period_end ?? 0
  return discounts.reduce((left, discount) => {
    if (typeof discount === 'string' || (discount.end ?? Infinity) <= renewsAt) return left
    const { coupon } = discount.source
    return !coupon || typeof coupon === 'string' ? left : left - discountOf(coupon, left)
  }, priceCents)
}

function discountOf({ duration, amount_off, percent_off }: Stripe.Coupon, cents: number): number {
  if (duration === 'once') return 0
  return Math.min(amount_off ?? Math.round((cents * (percent_off ?? 0)) / 100), cents)
}

export type SavedMethod = { id: string; createdAt: Date }

/** Stripe's state of one subscription, in our words. Times and amounts are Stripe's. */
export type SubscriptionSnapshot = Omit<MembershipFacts, 'revokedAt' | 'graceUntil'> & {
  id: string
  /** Start of the oldest period that is billed and unpaid. */
  unpaidSince: Date | null
  customerId: string
  priceId: string
  priceCents: number
  /** Price of the next month, less the discounts that still apply then. */
  nextChargeCents: number
  metadata: Record<string, string>
  periodEnd: Date
  startedAt: Date
  cardBrand: string | null
  cardLast4: string | null
  /** Stripe's fingerprint of the card number, the same for everyone who saves that card. */
  cardFingerprint: string | null
  ownMethod: SavedMethod | null
  defaultMethod: SavedMethod | null
  /** The first moment at which the card is expired. */
  cardExpiresAt: Date | null
  canceledAt: Date | null
  endReason: EndReason | null
  /** Why the payment for the current period gives no access; `contested` while a dispute about it is open. */
  revocation: 'refunded' | 'disputed' | 'contested' | null
  paid: PaidInvoice[]
  openInvoiceId: string | null
  /** True if Stripe will finalize and charge a draft by itself, even after the subscription has ended. */
  hasDraft: boolean
  due: DueInvoice | null
  /** The secret to pay the open invoice in the browser; null if there is none or its payment is on its way. */
  clientSecret: string | null
  /** The payment of the latest invoice; `status` is fetched only while it is unpaid. */
  payment: { id: string; status: string | null } | null
}

const expandedFields = [
  'latest_invoice.confirmation_secret',
  'latest_invoice.payments',
  'default_payment_method',
  'customer.invoice_settings.default_payment_method',
  'discounts.source.coupon',
]

export async function fetchSubscription(
  payments: Payments,
  subscriptionId: string,
): Promise<SubscriptionSnapshot> {
  const found = await payments.stripe.subscriptions.retrieve(subscriptionId, { expand: expandedFields })
  return toSnapshot(payments, found)
}

/** Fetches every subscription of a customer that this program created, newest first. */
export async function fetchSubscriptionsOf(
  payments: Payments,
  customerId: string,
): Promise<SubscriptionSnapshot[]> {
  const found = await payments.stripe.subscriptions.list({
    customer: customerId,
    status: 'all',
    limit: 20,
    expand: expandedFields.map((path) => `data.${path}`),
  })
  const ours = found.data.filter((subscription) => subscription.metadata.app === 'touchline')
  return Promise.all(ours.map((subscription) => toSnapshot(payments, subscription)))
}

const dateOrNull = (seconds: number | null) => (seconds === null ? null : dateFromSeconds(seconds))

async function toSnapshot(
  payments: Payments,
  subscription: Stripe.Subscription,
): Promise<SubscriptionSnapshot> {
  const item = subscription.items.data[0]
  if (!item) throw new Error(`subscription ${subscription.id} has no item`)
  const invoices = await payments.stripe.invoices.list({
    subscription: subscription.id,
    limit: 100,
    expand: ['data.payments'],
  })
  const customerId = idOf(subscription.customer)
  const latest = typeof subscription.latest_invoice === 'string' ? null : subscription.latest_invoice
  const latestPayment = latest ? paymentIntentOf(latest) : null
  const intent =
    latestPayment && latest?.status === 'open'
      ? await payments.stripe.paymentIntents.retrieve(latestPayment)
      : null
  const open = invoices.data.filter((invoice) => invoice.status === 'open')
  const paidInvoices = invoices.data.filter((invoice) => invoice.status === 'paid')
  const paidIntents = paidInvoices.flatMap((invoice) =>
    invoice.amount_paid > 0 ? (paymentIntentOf(invoice) ?? []) : [],
  )
  const charges: Map<string, ChargeSnapshot> =
    paidIntents.length > 0 ? await fetchCharges(payments, customerId, paidIntents) : new Map()
  const endedAt = dateOrNull(subscription.ended_at)
  const unpaidFrom =
    endReasonOf(subscription) === 'unpaid' ? dateFromSeconds(item.current_period_start) : null
  const end = { endedAt, unpaidFrom }
  const paid = paidInvoices.map((invoice) => toPaidInvoice(invoice, charges, end))
  const counted = paid.filter(({ isLate }) => !isLate)
  const periodEnd = dateFromSeconds(item.current_period_end)
  const isPayable =
    intent?.status === 'requires_payment_method' ||
    intent?.status === 'requires_action' ||
    intent?.status === 'requires_confirmation'
  return {
    id: subscription.id,
    customerId,
    status: subscription.status,
    priceId: item.price.id,
    priceCents: item.price.unit_amount ?? 0,
    nextChargeCents: nextChargeCents(subscription),
    metadata: subscription.metadata,
    cancelAt: dateOrNull(subscription.cancel_at) ?? (subscription.cancel_at_period_end ? periodEnd : null),
    paidThrough: latestOf(counted.map((invoice) => invoice.periodEnd)),
    unpaidSince: earliestOf(
      open.map((invoice) => dateFromSeconds(invoice.lines.data[0]?.period.start ?? invoice.created)),
    ),
    firstPayment: subscription.status === 'incomplete' ? firstPaymentOf(intent) : null,
    periodEnd,
    startedAt: dateFromSeconds(subscription.start_date),
    endedAt,
    ...cardOf(subscription),
    ownMethod: toSavedMethod(subscription.default_payment_method),
    defaultMethod: toSavedMethod(defaultMethodOf(subscription)),
    canceledAt: dateOrNull(subscription.canceled_at),
    endReason: endReasonOf(subscription),
    revocation: revocationOf(endReasonOf(subscription), counted),
    paid,
    openInvoiceId: open[0]?.id ?? null,
    hasDraft: invoices.data.some((invoice) => invoice.status === 'draft' && invoice.auto_advance),
    due: latest?.status === 'open' ? toDueInvoice(latest, intent) : null,
    clientSecret: isPayable ? (latest?.confirmation_secret?.client_secret ?? null) : null,
    payment: latestPayment ? { id: latestPayment, status: intent?.status ?? null } : null,
  }
}

const latestOf = (dates: Date[]) =>
  dates.reduce<Date | null>((latest, date) => (latest && latest > date ? latest : date), null)
const earliestOf = (dates: Date[]) =>
  dates.reduce<Date | null>((earliest, date) => (earliest && earliest < date ? earliest : date), null)

/** A voided subscription never counted, so its end revokes no access. */
function revocationOf(because: EndReason | null, counted: PaidInvoice[]): SubscriptionSnapshot['revocation'] {
  if (because === 'voided') return null
  if (counted.some(({ isDisputeLost }) => isDisputeLost)) return 'disputed'
  const last = counted.toSorted((one, other) => other.periodEnd.getTime() - one.periodEnd.getTime())[0]
  if (last?.isRefunded) return 'refunded'
  return last?.isDisputeOpen ? 'contested' : null
}

/** State of an unsettled first payment: money may be on its way while the invoice is still open. */
function firstPaymentOf(intent: Stripe.PaymentIntent | null): 'processing' | 'failed' | null {
  if (intent?.status === 'processing' || intent?.status === 'succeeded') return 'processing'
  if (intent?.status === 'requires_payment_method' && intent.last_payment_error) return 'failed'
  return null
}

const defaultMethodOf = ({ customer }: Stripe.Subscription) =>
  typeof customer === 'string' || customer.deleted ? null : customer.invoice_settings.default_payment_method

const toSavedMethod = (method: string | Stripe.PaymentMethod | null): SavedMethod | null =>
  method === null || typeof method === 'string'
    ? null
    : { id: method.id, createdAt: dateFromSeconds(method.created) }

function cardOf(subscription: Stripe.Subscription) {
  const method = subscription.default_payment_method ?? defaultMethodOf(subscription)
  const none = { cardBrand: null, cardLast4: null, cardExpiresAt: null, cardFingerprint: null }
  if (!method || typeof method === 'string') return none
  if (method.cashapp) return { ...none, cardBrand: 'Cash App', cardLast4: '' }
  if (!method.card) return { ...none, cardBrand: method.type, cardLast4: '' }
  const { brand, last4, exp_year, exp_month, fingerprint } = method.card
  // A card is valid through the last day of its month; months count from zero here.
  return {
    cardBrand: brand,
    cardLast4: last4,
    cardExpiresAt: new Date(Date.UTC(exp_year, exp_month, 1)),
    cardFingerprint: fingerprint ?? null,
  }
}
