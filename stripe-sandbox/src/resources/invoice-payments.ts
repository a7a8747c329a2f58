import { text } from '#api/params.ts'
import { listRoute, readRoute, type Route } from '#api/route.ts'
import { newId } from '#engine/ids.ts'
import type { Kinds, WireList } from '#engine/wire.ts'
import type { World } from '#engine/world.ts'

type Invoice = Kinds['invoice']
type InvoicePayment = Kinds['invoice_payment']

export function addInvoicePayment(
  world: World,
  invoice: Invoice,
  intent: Kinds['payment_intent'],
): InvoicePayment {
  const id = newId('inpay')
  world.store.hide(invoice.id, { payment: id })
  return world.store.add({
    id,
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_remaining,
    created: world.now(),
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intent.id },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  })
}

/** The payments of an invoice as its includable `payments` field. */
export function paymentsOf(world: World, invoice: Invoice): WireList<InvoicePayment> {
  const { data, more } = world.store.page({
    kind: 'invoice_payment',
    where: { parent: invoice.id },
    limit: 100,
  })
  const url = `/v1/invoice_payments?invoice=${invoice.id}`
  return { object: 'list', data, has_more: more, url }
}

/** The payment that collects the invoice; none for a draft or when nothing was due. */
export function defaultPaymentOf(world: World, invoice: Invoice): InvoicePayment | undefined {
  const { payment: known } = world.store.hidden(invoice.id)
  if (known) return world.store.find('invoice_payment', String(known))
  return paymentsOf(world, invoice).data.find((payment) => payment.is_default)
}

export function intentOf(world: World, invoice: Invoice): Kinds['payment_intent'] | undefined {
  const id = defaultPaymentOf(world, invoice)?.payment.payment_intent
  return id ? world.store.find('payment_intent', id) : undefined
}

/** The includable `confirmation_secret`; null when there is nothing to confirm. */
export function confirmationSecretOf(
  world: World,
  invoice: Invoice,
): { client_secret: string; type: string } | null {
  const secret = intentOf(world, invoice)?.client_secret
  return secret ? { client_secret: secret, type: 'payment_intent' } : null
}

export const invoicePaymentRoutes: readonly Route[] = [
  listRoute(
    '/v1/invoice_payments',
    'invoice_payment',
    ['invoice', 'payment.type', 'payment.payment_intent', 'status'],
    (params) => ({
      where: {
        parent: text(params, 'invoice') ?? null,
        label: text(params, 'payment.payment_intent') ?? null,
        state: text(params, 'status') ?? null,
      },
    }),
  ),
  readRoute('/v1/invoice_payments/:id', 'invoice_payment'),
]
