import type { WireObject } from '#engine/wire.ts'

/** The values that lists filter by, extracted when an object is saved. */
export type Columns = {
  customer: string | null
  parent: string | null
  label: string | null
  state: string | null
}

function own(object: WireObject): Partial<Columns> {
  switch (object.object) {
    case 'customer':
      return { label: object.email, state: object.deleted ? 'deleted' : null }
    case 'price':
      return { parent: object.product, label: object.lookup_key, state: String(object.active) }
    case 'product':
      return { state: String(object.active) }
    case 'promotion_code':
      return { parent: object.promotion.coupon, label: object.code, state: String(object.active) }
    case 'subscription':
      return { state: object.status }
    case 'invoice':
      return { parent: object.parent?.subscription_details?.subscription ?? null, state: object.status }
    case 'invoice_payment':
      return {
        parent: object.invoice,
        label: object.payment.payment_intent ?? null,
        state: object.status,
      }
    case 'payment_method':
      return { label: object.type }
    case 'charge':
      return { parent: object.payment_intent, state: object.status }
    case 'refund':
      return { parent: object.charge, label: object.payment_intent, state: object.status }
    case 'dispute':
      return { parent: object.charge, label: object.payment_intent, state: object.status }
    case 'radar.early_fraud_warning':
      return { parent: object.charge, label: object.payment_intent ?? null }
    case 'transfer':
      return { parent: object.destination, label: object.transfer_group }
    case 'transfer_reversal':
      return { parent: object.transfer }
    case 'payout':
      return { state: object.status }
    case 'balance_transaction':
      return { parent: object.source, label: object.type }
    case 'billing_portal.configuration':
      return { label: String(object.is_default), state: String(object.active) }
    case 'test_helpers.test_clock':
    case 'webhook_endpoint':
      return { state: object.status }
    default:
      return {}
  }
}

export function columnsOf(object: WireObject): Columns {
  const customer = 'customer' in object && typeof object.customer === 'string' ? object.customer : null
  return { customer, parent: null, label: null, state: null, ...own(object) }
}
