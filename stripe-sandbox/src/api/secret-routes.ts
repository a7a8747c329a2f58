import type { Route } from '#api/route.ts'
import { accountRoutes } from '#resources/accounts.ts'
import { balanceRoutes } from '#resources/balance.ts'
import { chargeRoutes } from '#resources/charges.ts'
import { couponRoutes } from '#resources/coupons.ts'
import { customerRoutes } from '#resources/customers.ts'
import { disputeRoutes } from '#resources/disputes.ts'
import { eventRoutes } from '#resources/events.ts'
import { fraudWarningRoutes } from '#resources/fraud-warnings.ts'
import { invoicePaymentRoutes } from '#resources/invoice-payments.ts'
import { invoiceRoutes } from '#resources/invoices.ts'
import { ownAccountRoutes } from '#resources/own-account.ts'
import { paymentIntentRoutes } from '#resources/payment-intents.ts'
import { paymentMethodRoutes } from '#resources/payment-methods.ts'
import { portalConfigurationRoutes } from '#resources/portal-configurations.ts'
import { portalSessionRoutes } from '#resources/portal-sessions.ts'
import { payoutRoutes } from '#resources/payouts.ts'
import { priceRoutes } from '#resources/prices.ts'
import { productRoutes } from '#resources/products.ts'
import { promotionCodeRoutes } from '#resources/promotion-codes.ts'
import { refundRoutes } from '#resources/refunds.ts'
import { setupIntentRoutes } from '#resources/setup-intents.ts'
import { subscriptionRoutes } from '#resources/subscriptions.ts'
import { testClockRoutes } from '#resources/test-clocks.ts'
import { transferRoutes } from '#resources/transfers.ts'
import { webhookEndpointRoutes } from '#resources/webhook-endpoints.ts'

export const secretRoutes: readonly Route[] = [
  ...ownAccountRoutes,
  ...customerRoutes,
  ...productRoutes,
  ...priceRoutes,
  ...couponRoutes,
  ...promotionCodeRoutes,
  ...subscriptionRoutes,
  ...invoiceRoutes,
  ...invoicePaymentRoutes,
  ...paymentIntentRoutes,
  ...setupIntentRoutes,
  ...paymentMethodRoutes,
  ...chargeRoutes,
  ...balanceRoutes,
  ...refundRoutes,
  ...disputeRoutes,
  ...fraudWarningRoutes,
  ...accountRoutes,
  ...transferRoutes,
  ...payoutRoutes,
  ...eventRoutes,
  ...testClockRoutes,
  ...webhookEndpointRoutes,
  ...portalConfigurationRoutes,
  ...portalSessionRoutes,
]
