import type { Stripe } from 'stripe'
import type { Payments } from '#payments/payments.ts'
import type { MembershipFacts } from './access.ts'

/** An invoice that was paid; `paymentIntentId` is null when nothing had to be paid. */
export type PaidInvoice = {
  id: string
  periodEnd: Date
  paidAt: Date
  amountCents: number
  paymentIntentId: string | null
}

export type SavedMethod = { id: string; createdAt: Date }

/** What the provider says about one subscription, in our words. Times and amounts are the provider's. */
export type SubscriptionReading = Omit<MembershipFacts, 'revokedAt' | 'graceUntil'> & {
  id: string
  /** Start of the oldest period that is billed and not paid. */
  unpaidSince: Date | null
  customerId: string
  priceId: string
  priceCents: number
  metadata: Record<string, string>
  periodEnd: Date
  startedAt: Date
  cardBrand: string | null
  cardLast4: string | null
  /** What this subscription charges, and what its customer would have charged by default. */
  ownMethod: SavedMethod | null
  defaultMethod: SavedMethod | null
  paid: PaidInvoice[]
  openInvoiceId: string | null
  /** What the browser needs to pay the open invoice; null when there is none or its payment is on its way. */
  clientSecret: string | null
  /** The payment of the latest invoice; `status` is asked for only while it is not paid. */
  payment: { id: string; status: string | null } | null
}

const inDepth = [
  'latest_invoice.confirmation_secret',
  'latest_invoice.payments',
  'default_payment_method',
  'customer.invoice_settings.default_payment_method',
]

/** Asks the provider for one subscription and its invoices. */
export async function readSubscription(
  payments: Payments,
  subscriptionId: string,
): Promise<SubscriptionReading> {
  const found = await payments.stripe.subscriptions.retrieve(subscriptionId, { expand: inDepth })
  return toReading(payments, found)
}

/** Asks the provider for every subscription of a customer that this program made, newest first. */
export async function readSubscriptionsOf(
  payments: Payments,
  customerId: string,
): Promise<SubscriptionReading[]> {
  const found = await payments.stripe.subscriptions.list({
    customer: customerId,
    status: 'all',
    limit: 20,
    expand: inDepth.map((path) => `data.${path}`),
  })
  const ours = found.data.filter((subscription) => subscription.metadata.app === 'touchline')
  return Promise.all(ours.map((subscription) => toReading(payments, subscription)))
}

const atSeconds = (seconds: number) => new Date(seconds * 1000)
const momentOrNull = (seconds: number | null) => (seconds === null ? null : atSeconds(seconds))
const idOf = (value: string | { id: string }) => (typeof value === 'string' ? value : value.id)

async function toReading(
  payments: Payments,
  subscription: Stripe.Subscription,
): Promise<SubscriptionReading> {
  const item = subscription.items.data[0]
  if (!item) throw new Error(`subscription ${subscription.id} has no item`)
  const invoices = await payments.stripe.invoices.list({
    subscription: subscription.id,
    limit: 100,
    expand: ['data.payments'],
  })
  const latest = typeof subscription.latest_invoice === 'string' ? null : subscription.latest_invoice
  const latestPayment = latest ? paymentIntentOf(latest) : null
  const intent =
    latestPayment && latest?.status === 'open'
      ? await payments.stripe.paymentIntents.retrieve(latestPayment)
      : null
  const open = invoices.data.filter((invoice) => invoice.status === 'open')
  const paid = invoices.data.filter((invoice) => invoice.status === 'paid').map(toPaidInvoice)
  const periodEnd = atSeconds(item.current_period_end)
  const isPayable =
    intent?.status === 'requires_payment_method' ||
    intent?.status === 'requires_action' ||
    intent?.status === 'requires_confirmation'
  return {
    id: subscription.id,
    customerId: idOf(subscription.customer),
    status: subscription.status,
    priceId: item.price.id,
    priceCents: item.price.unit_amount ?? 0,
    metadata: subscription.metadata,
    cancelAt: momentOrNull(subscription.cancel_at) ?? (subscription.cancel_at_period_end ? periodEnd : null),
    paidThrough: latestOf(paid.map((invoice) => invoice.periodEnd)),
    unpaidSince: earliestOf(
      open.map((invoice) => atSeconds(invoice.lines.data[0]?.period.start ?? invoice.created)),
    ),
    firstPayment: subscription.status === 'incomplete' ? firstPaymentOf(intent) : null,
    periodEnd,
    startedAt: atSeconds(subscription.start_date),
    endedAt: momentOrNull(subscription.ended_at),
    ...cardOf(subscription),
    ownMethod: toSavedMethod(subscription.default_payment_method),
    defaultMethod: toSavedMethod(defaultMethodOf(subscription)),
    paid,
    openInvoiceId: open[0]?.id ?? null,
    clientSecret: isPayable ? (latest?.confirmation_secret?.client_secret ?? null) : null,
    payment: latestPayment ? { id: latestPayment, status: intent?.status ?? null } : null,
  }
}

const latestOf = (dates: Date[]) =>
  dates.reduce<Date | null>((latest, date) => (latest && latest > date ? latest : date), null)
const earliestOf = (dates: Date[]) =>
  dates.reduce<Date | null>((earliest, date) => (earliest && earliest < date ? earliest : date), null)

function paymentIntentOf(invoice: Stripe.Invoice): string | null {
  const intent = invoice.payments?.data.find((payment) => payment.is_default)?.payment.payment_intent
  return intent ? idOf(intent) : null
}

function toPaidInvoice(invoice: Stripe.Invoice): PaidInvoice {
  const end = Math.max(...invoice.lines.data.map((line) => line.period.end), 0)
  return {
    id: invoice.id ?? '',
    periodEnd: atSeconds(end),
    paidAt: atSeconds(invoice.status_transitions.paid_at ?? invoice.created),
    amountCents: invoice.amount_paid,
    paymentIntentId: invoice.amount_paid > 0 ? paymentIntentOf(invoice) : null,
  }
}

/** How a first payment stands that is not settled: money may be on its way even where the invoice is still open. */
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
    : { id: method.id, createdAt: atSeconds(method.created) }

function cardOf(subscription: Stripe.Subscription) {
  const method = subscription.default_payment_method ?? defaultMethodOf(subscription)
  if (!method || typeof method === 'string') return { cardBrand: null, cardLast4: null }
  if (method.card) return { cardBrand: method.card.brand, cardLast4: method.card.last4 }
  if (method.cashapp) return { cardBrand: 'Cash App', cardLast4: method.cashapp.cashtag?.slice(-4) ?? '' }
  return { cardBrand: method.type, cardLast4: '' }
}
