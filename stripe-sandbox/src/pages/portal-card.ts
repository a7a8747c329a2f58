import type { Params } from '#api/form.ts'
import { text } from '#api/params.ts'
import { isRefusal, type ErrorBody } from '#api/refusals.ts'
import { isOutcome } from '#api/secret-api.ts'
import type { Kinds } from '#engine/wire.ts'
import { escaped, html, seeOther } from '#pages/html.ts'
import { layout } from '#pages/layout.ts'
import { backLink, leave, taskOf, tokenField, type Visit } from '#pages/portal-visit.ts'
import { methodFrom } from '#resources/payment-methods.ts'
import { addSetupIntent, confirmSetup } from '#resources/setup-intents.ts'

const fields = [
  {
    name: 'number',
    label: 'Card number',
    autocomplete: 'cc-number',
    hint: 'A test card, such as 4242 4242 4242 4242.',
  },
  { name: 'expiry', label: 'Expiry date (MM / YY)', autocomplete: 'cc-exp', hint: '' },
  { name: 'cvc', label: 'CVC', autocomplete: 'cc-csc', hint: '' },
] as const

type Problem = { field: string | null; message: string }

function fieldPart({ name, label, autocomplete, hint }: (typeof fields)[number], problem: Problem | null) {
  const isWrong = problem?.field === name
  const notes = [hint ? `${name}-hint` : '', isWrong ? 'problem' : ''].filter(Boolean).join(' ')
  return `<div><label for="${name}">${label}</label>
<input id="${name}" name="${name}" inputmode="numeric" autocomplete="${autocomplete}" required maxlength="30"${
    notes ? ` aria-describedby="${notes}"` : ''
  }${isWrong ? ' aria-invalid="true" autofocus' : ''}>
${hint ? `<p class="hint" id="${name}-hint">${hint}</p>` : ''}</div>`
}

/** The form for another card. Typed values are not repeated after an error. */
export function cardPage(visit: Visit, problem: Problem | null): string {
  const home =
    taskOf(visit) === null ? `<p class="back"><a href="../${visit.token}">Back to billing</a></p>` : ''
  const body = `<h1>Update payment method</h1>
<p>The card is used for your next payments. No real card is accepted here.</p>
${problem ? `<p class="problem" id="problem" role="alert">${escaped(problem.message)}</p>` : ''}
<form method="post" autocomplete="on">
${tokenField(visit)}
${fields.map((field) => fieldPart(field, problem)).join('\n')}
<button class="main">Save card</button>
</form>
${home}${backLink(visit)}`
  return layout('Update payment method', body, '../../')
}

const fieldOf: Record<string, string> = {
  exp_month: 'expiry',
  exp_year: 'expiry',
  number: 'number',
  cvc: 'cvc',
}

const problemOf = ({ param, message }: ErrorBody): Problem => ({
  field: fieldOf[(param ?? '').replace(/^card\[|\]$/g, '')] ?? null,
  message,
})

const noCode: Problem = { field: 'cvc', message: "Your card's security code is incomplete." }

function cardTyped(form: Params): Params {
  const [exp_month = '', exp_year = ''] = (text(form, 'expiry') ?? '').split('/').map((part) => part.trim())
  const card = { number: text(form, 'number') ?? '', exp_month, exp_year, cvc: text(form, 'cvc') ?? '' }
  return { type: 'card', card }
}

/** Saves the card as the customer's default; subscriptions keep their own, as in the real portal. */
export function saveCard(visit: Visit, form: Params): Response {
  const { world, session } = visit
  const chosen = text(form, 'method')
  if (chosen) return chooseSaved(visit, chosen)
  if (!(text(form, 'cvc') ?? '').trim()) return html(cardPage(visit, noCode), 402)
  try {
    const intent = world.store.atomically(() => {
      const method = methodFrom(world, cardTyped(form), '')
      const made = addSetupIntent(world, {
        customer: session.customer,
        allowed: null,
        types: ['card'],
        paymentMethod: method.id,
      })
      world.store.hide(session.id, { setupIntent: made.id })
      const confirmed = confirmSetup(world, made, { return_url: `${session.url}/payment-method` })
      if (confirmed.status === 'succeeded') makeDefault(visit, confirmed)
      return confirmed
    }, isOutcome)
    const bank = intent.next_action?.redirect_to_url?.url
    return bank ? seeOther(bank) : leave(visit, 'payment-method')
  } catch (error) {
    if (!isRefusal(error)) throw error
    return html(cardPage(visit, problemOf(error.body)), 402)
  }
}

// Only the customer's own saved methods are accepted.
function chooseSaved(visit: Visit, methodId: string): Response {
  const { world, session } = visit
  const isOwn = world.store.find('payment_method', methodId)?.customer === session.customer
  if (isOwn) world.store.atomically(() => makeDefault(visit, { payment_method: methodId }))
  return leave(visit, 'payment-method')
}

/** After the bank's page: saves the new card, or shows why it failed. */
export function backFromBank(visit: Visit, setupIntentId: string): Response {
  const { world, session } = visit
  const isOwn = world.store.hidden(session.id)['setupIntent'] === setupIntentId
  const intent = isOwn ? world.store.find('setup_intent', setupIntentId) : undefined
  if (intent?.status !== 'succeeded') {
    const message = intent?.last_setup_error?.message ?? 'The card was not confirmed. Please try again.'
    return html(cardPage(visit, { field: null, message }))
  }
  world.store.atomically(() => makeDefault(visit, intent))
  return leave(visit, 'payment-method')
}

function makeDefault(
  { world, session }: Visit,
  { payment_method }: Pick<Kinds['setup_intent'], 'payment_method'>,
): void {
  const customer = world.store.find('customer', session.customer)
  if (!customer) return
  world.amend(
    customer,
    { invoice_settings: { ...customer.invoice_settings, default_payment_method: payment_method } },
    'customer.updated',
  )
}
