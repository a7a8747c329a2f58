import type Stripe from 'stripe'

type Scalar = string | number | boolean | null | undefined

// The SDK types an expandable field as `string | Thing`; the stored value is always the id.
type Reference<T> = [Extract<T, { id: string }>] extends [never]
  ? Wire<T>
  : string extends Extract<T, string>
    ? Extract<T, Scalar>
    : Wire<T>

/** A list in an API response. */
export type WireList<T> = { object: 'list'; data: T[]; has_more: boolean; url: string }

/** A `Stripe.X` as stored and sent: decimals are strings, expandable fields are ids. */
export type Wire<T> = T extends Scalar
  ? T
  : T extends Stripe.Decimal
    ? string
    : T extends Stripe.ApiList<infer Item>
      ? WireList<Wire<Item>>
      : T extends (infer Item)[]
        ? Reference<Item>[]
        : T extends object
          ? { [Key in keyof T]: Reference<T[Key]> }
          : never

/** Every stored kind of object by its `object` field. */
export type Kinds = {
  account: Omit<Wire<Stripe.Account>, 'deleted'>
  balance_transaction: Wire<Stripe.BalanceTransaction>
  'billing_portal.configuration': Wire<Stripe.BillingPortal.Configuration>
  'billing_portal.session': Wire<Stripe.BillingPortal.Session>
  charge: Wire<Stripe.Charge>
  coupon: Wire<Stripe.Coupon>
  customer: Omit<Wire<Stripe.Customer>, 'deleted'> & { deleted?: true }
  discount: Wire<Stripe.Discount>
  dispute: Wire<Stripe.Dispute>
  event: WireEvent
  invoice: Wire<Stripe.Invoice>
  invoice_payment: Wire<Stripe.InvoicePayment>
  payment_intent: Wire<Stripe.PaymentIntent>
  payment_method: Wire<Stripe.PaymentMethod>
  payout: Wire<Stripe.Payout>
  price: Wire<Stripe.Price>
  product: Wire<Stripe.Product>
  promotion_code: Wire<Stripe.PromotionCode>
  'radar.early_fraud_warning': Wire<Stripe.Radar.EarlyFraudWarning>
  refund: Wire<Stripe.Refund>
  setup_intent: Wire<Stripe.SetupIntent>
  subscription: Wire<Stripe.Subscription>
  'test_helpers.test_clock': Wire<Stripe.TestHelpers.TestClock>
  subscription_item: Wire<Stripe.SubscriptionItem>
  line_item: Wire<Stripe.InvoiceLineItem>
  transfer: Wire<Stripe.Transfer>
  transfer_reversal: Wire<Stripe.TransferReversal>
  webhook_endpoint: Wire<Stripe.WebhookEndpoint>
}
export type Kind = keyof Kinds
export type WireObject = Kinds[Kind]

/** An event; `data.object` is a snapshot. */
export type WireEvent = {
  id: string
  object: 'event'
  account?: string
  api_version: string
  context?: string
  created: number
  data: { object: object; previous_attributes?: object }
  livemode: false
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null }
  type: string
}
export type EventType = Stripe.Event['type']
