import type Stripe from 'stripe'

/** Fields that guides still name. An SDK upgrade that brings one back, or removes a successor, does not compile. */
export type RemovedField = [
  // @ts-expect-error The secret of a first payment is in `confirmation_secret`.
  Stripe.Invoice['payment_intent'],
  // @ts-expect-error It is in `payments`.
  Stripe.Invoice['charge'],
  // @ts-expect-error It is in `status`.
  Stripe.Invoice['paid'],
  // @ts-expect-error It is in `parent.subscription_details`.
  Stripe.Invoice['subscription'],
  // @ts-expect-error It is found by a list of invoice payments.
  Stripe.Charge['invoice'],
  // @ts-expect-error The same.
  Stripe.PaymentIntent['invoice'],
  // @ts-expect-error Periods belong to the items.
  Stripe.Subscription['current_period_start'],
  // @ts-expect-error The same.
  Stripe.Subscription['current_period_end'],
  // @ts-expect-error It is in `pricing.price_details`.
  Stripe.InvoiceLineItem['price'],
  // @ts-expect-error The same.
  Stripe.InvoiceLineItem['plan'],
  // @ts-expect-error It is in `source`.
  Stripe.Discount['coupon'],
  // @ts-expect-error It is in `promotion`.
  Stripe.PromotionCode['coupon'],
  // @ts-expect-error Both are in `discounts`.
  Stripe.SubscriptionCreateParams['coupon'],
  // @ts-expect-error The same.
  Stripe.SubscriptionCreateParams['promotion_code'],
  // @ts-expect-error It is `createPreview` now.
  Stripe['invoices']['retrieveUpcoming'],
  // @ts-expect-error It is `allowed_payment_method_types`, and only subscriptions have the old name.
  Stripe.PaymentIntentCreateParams['payment_method_types'],
  // @ts-expect-error The same.
  Stripe.PaymentIntentUpdateParams['payment_method_types'],
  // @ts-expect-error The same.
  Stripe.PaymentIntentConfirmParams['payment_method_types'],
  // @ts-expect-error The same.
  Stripe.SetupIntentCreateParams['payment_method_types'],
]

export type FieldSuccessors = [
  NonNullable<Stripe.Invoice['confirmation_secret']>['client_secret'],
  NonNullable<Stripe.Invoice['payments']>['data'][number]['payment']['payment_intent'],
  NonNullable<NonNullable<Stripe.Invoice['parent']>['subscription_details']>['subscription'],
  NonNullable<Stripe.InvoicePaymentListParams['payment']>['payment_intent'],
  Stripe.SubscriptionItem['current_period_start'],
  Stripe.SubscriptionItem['current_period_end'],
  NonNullable<NonNullable<Stripe.InvoiceLineItem['pricing']>['price_details']>['price'],
  Stripe.Discount['source']['coupon'],
  Stripe.PromotionCode['promotion']['coupon'],
  Stripe.SubscriptionCreateParams['discounts'],
  Stripe['invoices']['createPreview'],
  Stripe.PaymentIntentCreateParams['allowed_payment_method_types'],
  Stripe.SetupIntentCreateParams['allowed_payment_method_types'],
  NonNullable<Stripe.SubscriptionCreateParams['payment_settings']>['payment_method_types'],
]
