import type { Kinds } from '#engine/wire.ts'
import { escaped } from '#pages/html.ts'
import { layout } from '#pages/layout.ts'
import { backLink, dayOf, money, nameOf, tokenField, type Visit } from '#pages/portal-visit.ts'
import { periodEndOf } from '#resources/subscription-status.ts'

type Subscription = Kinds['subscription']

const doneTexts: Record<string, string> = {
  'payment-method': 'Your payment method is updated.',
  cancel: 'Your subscription is canceled.',
  keep: 'Your subscription goes on.',
}

/** The customer's subscriptions that have not ended, newest first. */
export function runningOf({ world, session }: Visit): Subscription[] {
  const where = { customer: session.customer }
  const states = ['active', 'trialing', 'past_due', 'unpaid']
  return world.store.page({ kind: 'subscription', where, states, limit: 20 }).data
}

export function planOf({ world }: Visit, subscription: Subscription): string {
  const price = subscription.items.data[0]?.price
  if (!price) return 'Subscription'
  const product = world.store.find('product', price.product)?.name ?? 'Subscription'
  return `${product}, ${money(price.unit_amount ?? 0, price.currency)} per ${price.recurring?.interval ?? 'month'}`
}

function standingOf(subscription: Subscription): string {
  if (subscription.cancel_at !== null) return `Canceled. Ends on ${dayOf(subscription.cancel_at)}.`
  if (subscription.status === 'past_due' || subscription.status === 'unpaid')
    return 'Your last payment failed.'
  return `Renews on ${dayOf(periodEndOf(subscription))}.`
}

function subscriptionPart(visit: Visit, subscription: Subscription): string {
  const { world, token, features } = visit
  const method = world.store.find('payment_method', subscription.default_payment_method ?? '')
  const field = `<input type="hidden" name="subscription" value="${subscription.id}">`
  const keep = `<form method="post" action="${token}/keep">${tokenField(visit)}${field}<button class="main">Keep subscription</button></form>`
  const cancel = `<a class="button" href="${token}/cancel?subscription=${subscription.id}">Cancel subscription</a>`
  const action = subscription.cancel_at === null ? cancel : keep
  return `<p><strong>${escaped(planOf(visit, subscription))}</strong><br>${standingOf(subscription)}${
    method ? `<br>Paid with ${escaped(nameOf(method))}.` : ''
  }</p>
${features.subscription_cancel.enabled ? action : ''}`
}

/** A payment method beside its button; a narrow line breaks only after the number. */
const inTwo = (name: string) => escaped(name).replaceAll(/(?<!,) /g, '&nbsp;')

function methodsPart(visit: Visit): string {
  const { world, session, token, features } = visit
  const customer = world.store.find('customer', session.customer)
  const isDefault = (id: string) => customer?.invoice_settings?.default_payment_method === id
  const where = { customer: session.customer }
  const { data } = world.store.page({ kind: 'payment_method', where, limit: 20 })
  const chooser = (method: Kinds['payment_method']) =>
    features.payment_method_update.enabled
      ? `<form method="post" action="${token}/payment-method">${tokenField(visit)}<input type="hidden" name="method" value="${method.id}"><button aria-label="Make default: ${escaped(nameOf(method))}">Make default</button></form>`
      : ''
  const items = data.map(
    (method) =>
      `<li><span>${inTwo(nameOf(method))}</span> ${isDefault(method.id) ? '<strong>Default</strong>' : chooser(method)}</li>`,
  )
  return `<section aria-labelledby="methods"><h2 id="methods">Payment methods</h2>
${items.length > 0 ? `<ul>${items.join('')}</ul>` : '<p>None is saved.</p>'}
${features.payment_method_update.enabled ? `<a class="button" href="${token}/payment-method">Update payment method</a>` : ''}
</section>`
}

const statusWords: Record<string, string> = {
  open: 'Open',
  paid: 'Paid',
  uncollectible: 'Not collected',
  void: 'Dropped',
}

function invoicesPart({ world, session }: Visit): string {
  const where = { customer: session.customer }
  const states = Object.keys(statusWords)
  const { data } = world.store.page({ kind: 'invoice', where, states, limit: 24 })
  const rows = data.map(
    ({ created, total, currency, status }) =>
      `<tr><td>${dayOf(created)}</td><td>${money(total, currency)}</td><td>${statusWords[status ?? ''] ?? ''}</td></tr>`,
  )
  const table = `<table aria-labelledby="invoices"><thead><tr><th scope="col">Date</th><th scope="col">Amount</th><th scope="col">Status</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table>`
  return `<section aria-labelledby="invoices"><h2 id="invoices">Invoices</h2>
${rows.length > 0 ? table : '<p>There are none yet.</p>'}
</section>`
}

/** The portal's first page: subscription, payment methods, invoices. `done` names the last action. */
export function homePage(visit: Visit, done: string): string {
  const running = runningOf(visit)
  const message = Object.hasOwn(doneTexts, done) ? `<p class="done" role="status">${doneTexts[done]}</p>` : ''
  const plans = running.map((subscription) => subscriptionPart(visit, subscription)).join('\n')
  const body = `<h1>Your billing</h1>
${visit.headline ? `<p>${escaped(visit.headline)}</p>` : ''}
${message}
<section aria-labelledby="plan"><h2 id="plan">Subscription</h2>
${plans || '<p>There is none running.</p>'}
</section>
${methodsPart(visit)}
${visit.features.invoice_history.enabled ? invoicesPart(visit) : ''}
${backLink(visit)}`
  return layout('Your billing', body, '../')
}
