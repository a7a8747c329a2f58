import { Stripe } from 'stripe'

import { openSandbox, type Sandbox, type SandboxOptions } from '#sandbox.ts'

const monthlyCents = 1299
export const dayMs = 86_400_000

type Paid = { status: number; body: Stripe.PaymentIntent & { error?: Stripe.StripeRawError } }

/** The fields that a card form sends. */
export function cardFields(number: string, extra: Record<string, string> = {}): Record<string, string> {
  return {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2034',
    'payment_method_data[card][cvc]': number.startsWith('37') ? '1234' : '123',
    return_url: 'http://shop.test/back?step=2',
    ...extra,
  }
}

/** A sandbox with its own clock, the official SDK in front of it, and one price. */
export async function openShop(options: Partial<SandboxOptions> = {}) {
  const clock = { ms: Date.parse('2026-11-21T10:00:00Z') }
  const sandbox = await openSandbox({
    file: ':memory:',
    publicUrl: () => 'http://shop.test/sandbox',
    now: () => clock.ms,
    webhookDelayMs: 1,
    ...options,
  })
  const stripe = inProcess(sandbox)
  const price = await stripe.prices.create({
    currency: 'usd',
    unit_amount: monthlyCents,
    recurring: { interval: 'month' },
    product_data: { name: 'Membership' },
    lookup_key: 'monthly',
    transfer_lookup_key: true,
  })

  async function browser(
    path: string,
    form?: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const body = form ? { method: 'POST', body: new URLSearchParams(form) } : {}
    return await sandbox.browser(new Request(`http://shop.test${path}`, { ...body, headers }))
  }

  return {
    sandbox,
    stripe,
    price,
    clock,
    browser,
    /** Moves the clock and runs what is due. */
    async pass(ms: number): Promise<void> {
      clock.ms += ms
      await sandbox.control.runDue()
    },
    async subscribe(more: Partial<Stripe.SubscriptionCreateParams> = {}) {
      const customer = await stripe.customers.create({ email: 'ada@example.org', name: 'Ada' })
      const subscription = await stripe.subscriptions.create({
        customer: customer.id,
        items: [{ price: price.id }],
        payment_behavior: 'default_incomplete',
        payment_settings: {
          save_default_payment_method: 'on_subscription',
          payment_method_types: ['card', 'cashapp'],
        },
        expand: ['latest_invoice.confirmation_secret', 'latest_invoice.payments', 'pending_setup_intent'],
        ...more,
      })
      const invoice = expandedInvoice(subscription)
      return { customer, subscription, invoice, secret: invoice.confirmation_secret?.client_secret ?? '' }
    },
    /** Confirms an intent as the shop's page would. */
    async confirm(secret: string, form: Record<string, string>): Promise<Paid> {
      const [id = ''] = secret.split('_secret_')
      const kind = id.startsWith('seti_') ? 'setup_intents' : 'payment_intents'
      const response = await browser(`/v1/${kind}/${id}/confirm`, { client_secret: secret, ...form })
      const body: Paid['body'] = JSON.parse(await response.text())
      return { status: response.status, body }
    },
    /** Opens the page an intent waits on, presses a button, and returns the response. */
    async press(url: string, choice: string, headers?: Record<string, string>): Promise<Response> {
      const path = url.replace('http://shop.test/sandbox', '')
      const page = await (await browser(path)).text()
      const csrf = /name="csrf" value="([^"]+)"/.exec(page)?.[1] ?? ''
      return await browser(path, { csrf, choice }, headers)
    },
  }
}
export type Shop = Awaited<ReturnType<typeof openShop>>

/** The official SDK talking to the sandbox without a socket. */
export function inProcess(sandbox: Sandbox, more: Stripe.StripeConfig = {}): Stripe {
  const reach = (input: string | URL | Request, init?: RequestInit) =>
    sandbox.secret(new Request(input, init))
  return new Stripe(sandbox.secretKey, {
    httpClient: Stripe.createFetchHttpClient(reach),
    telemetry: false,
    ...more,
  })
}

export function idOf(reference: string | { id: string } | null): string {
  return typeof reference === 'string' ? reference : (reference?.id ?? '')
}

export function expandedInvoice(subscription: Stripe.Subscription): Stripe.Invoice {
  if (typeof subscription.latest_invoice === 'string' || !subscription.latest_invoice)
    throw new Error('The invoice was not expanded.')
  return subscription.latest_invoice
}

/** The error of a refused call. */
export async function refusalOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await call
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error
    throw error
  }
  throw new Error('The call went through.')
}
