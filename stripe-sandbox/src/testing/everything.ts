import type { Shop } from '#testing/shop.ts'

const preview = 'subscription_details[items][0][price]'

/** Every object and event of a shop's sandbox, as serialized; throws when a kind is missing. */
export async function everything(shop: Shop): Promise<object[]> {
  const headers = { authorization: `Bearer ${shop.sandbox.secretKey}` }
  async function raw<T>(path: string, form?: Record<string, string>): Promise<T> {
    const sent = form ? { method: 'POST', body: new URLSearchParams(form) } : {}
    const response = await shop.sandbox.secret(new Request(`http://x${path}`, { headers, ...sent }))
    const answer: T = JSON.parse(await response.text())
    return answer
  }
  const seen: object[] = [
    await raw('/v1/account'),
    await raw('/v1/balance'),
    await raw('/v1/invoices/create_preview', { [preview]: shop.price.id }),
  ]
  async function all(path: string): Promise<{ id: string }[]> {
    const found: { id: string }[] = []
    for (;;) {
      const after = found.length > 0 ? `&starting_after=${found.at(-1)!.id}` : ''
      const page = await raw<{ data: { id: string }[]; has_more: boolean }>(`${path}&limit=100${after}`)
      found.push(...page.data)
      if (!page.has_more) break
    }
    if (found.length === 0) throw new Error(`There is nothing at ${path} to look at.`)
    seen.push(...found)
    return found
  }
  const lists = [
    '/v1/products?',
    '/v1/prices?',
    '/v1/coupons?',
    '/v1/promotion_codes?',
    '/v1/subscriptions?status=all&expand[]=data.discounts&expand[]=data.pending_setup_intent',
    '/v1/invoices?expand[]=data.payments&expand[]=data.confirmation_secret&expand[]=data.discounts',
    '/v1/invoice_payments?',
    '/v1/payment_intents?expand[]=data.latest_charge.balance_transaction&expand[]=data.payment_method',
    '/v1/setup_intents?',
    '/v1/charges?expand[]=data.refunds',
    '/v1/balance_transactions?expand[]=data.source',
    '/v1/refunds?',
    '/v1/disputes?',
    '/v1/radar/early_fraud_warnings?',
    '/v1/accounts?',
    '/v1/transfers?expand[]=data.balance_transaction&expand[]=data.destination',
    '/v1/payouts?expand[]=data.balance_transaction',
    '/v1/billing_portal/configurations?',
    '/v1/webhook_endpoints?',
    '/v1/test_helpers/test_clocks?',
    '/v1/events?',
  ]
  for (const path of lists) await all(path)
  const [transfer] = await raw<{ data: { id: string }[] }>('/v1/transfers').then(({ data }) => data)
  await all(`/v1/transfers/${transfer!.id}/reversals?expand[]=data.balance_transaction`)
  const customers = await all('/v1/customers?expand[]=data.subscriptions')
  for (const { id } of customers) {
    const page = await raw<{ data: object[] }>(`/v1/payment_methods?customer=${id}`)
    seen.push(...page.data)
  }
  return seen
}
