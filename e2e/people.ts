import { join } from 'node:path'
import { addNewcomer } from '../server/src/testing/add-person.ts'
import { clubUrl, demoPassword, type Page } from './club.ts'
import { type Applicant, cards, newApplicant } from './joining.ts'
import { findInEmail } from './sent-emails.ts'

export async function signInOn({ request }: Page, email: string, password: string) {
  const reply = await request.post('/api/login', { data: { email, password } })
  if (!reply.ok()) throw new Error(`${email} could not sign in: ${reply.status()} ${await reply.text()}`)
}

export const dataDir = () => join(process.env['TOUCHLINE_E2E_FOLDER'] ?? '', 'data')

/** Signs in a new person who never subscribed, and returns their address. */
export async function signInNewcomer(page: Page): Promise<string> {
  const email = await addNewcomer(dataDir(), demoPassword)
  await signInOn(page, email, demoPassword)
  return email
}

/** Confirms a payment over the API, as the payment page does. */
export async function payFor(
  { request }: Page,
  clientSecret: string,
  number: string,
): Promise<{ status: string }> {
  const site = await (await request.get('/api/site')).json()
  const [id] = clientSecret.split('_secret_')
  const kind = clientSecret.startsWith('seti_') ? 'setup_intents' : 'payment_intents'
  const reply = await request.post(`/sandbox/v1/${kind}/${id}/confirm`, {
    form: {
      key: site.payments.publishableKey,
      client_secret: clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2034',
      'payment_method_data[card][cvc]': '123',
    },
  })
  if (!reply.ok()) throw new Error(`the payment was answered with ${reply.status()}: ${await reply.text()}`)
  return reply.json()
}

/** Starts a signup over the API. */
export async function startSignup({ request }: Page, applicant: Applicant) {
  const reply = await request.post('/api/create-subscription-intent', {
    data: { ...applicant, couponCode: null, termsAccepted: true },
  })
  if (!reply.ok()) throw new Error(`the signup was answered with ${reply.status()}: ${await reply.text()}`)
  const answer: { clientSecret: string | null; subscriptionId: string } = await reply.json()
  return answer
}

/** Confirms the address of the signed-in person over the API. */
export async function confirmEmail({ request }: Page, email: string) {
  const token = await findInEmail(email, /\/confirm-email#([^\s"<]+)/)
  const reply = await request.post('/api/email-confirmation/confirm', { data: { token } })
  if (!reply.ok()) throw new Error(`${email} was not confirmed: ${reply.status()} ${await reply.text()}`)
}

/** Makes the person of `page` a new member over the API. */
export async function becomeMember(page: Page, number = cards.good, named: Partial<Applicant> = {}) {
  const applicant = { ...newApplicant(), ...named }
  const { clientSecret, subscriptionId } = await startSignup(page, applicant)
  await payFor(page, clientSecret ?? '', number)
  const made = await page.request.post('/api/create-user', { data: { subscriptionId } })
  if (!made.ok() || !('user' in (await made.json())))
    throw new Error(`the account was answered with ${made.status()}: ${await made.text()}`)
  return { ...applicant, subscriptionId }
}

/** A new member whose subscription Stripe then ended. */
export async function becomeLapsed(page: Page) {
  const member = await becomeMember(page)
  await controlSandbox('end-subscription', { subscriptionId: member.subscriptionId })
  await page.request.get('/api/subscription-status?refresh=1')
  return member
}

/** Replaces the saved card of the signed-in person over the API. */
export async function saveCard(page: Page, number: string) {
  const setup: { clientSecret: string } = await (await page.request.post('/api/payment-method/setup')).json()
  await payFor(page, setup.clientSecret, number)
  const [setupIntentId] = setup.clientSecret.split('_secret_')
  const saved = await page.request.post('/api/payment-method/confirm', { data: { setupIntentId } })
  if (!saved.ok()) throw new Error(`the card was answered with ${saved.status()}: ${await saved.text()}`)
}

/** A new member whose renewal was declined. */
export async function becomePastDue(page: Page) {
  const member = await becomeMember(page)
  await saveCard(page, cards.declinesLater)
  await controlSandbox('renew-now', { subscriptionId: member.subscriptionId })
  await page.request.get('/api/subscription-status?refresh=1')
  return member
}

/** Controls the sandbox, which accepts this from the same machine only, never from a page. */
export async function controlSandbox(action: string, data: Record<string, unknown> = {}) {
  const reply = await fetch(`${clubUrl()}/_sandbox/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(data),
  })
  if (!reply.ok) throw new Error(`${action} was answered with ${reply.status}: ${await reply.text()}`)
}

/** Sends a tip over the API. */
export async function sendTip({ request }: Page, message: string | null) {
  const reply = await request.post('/api/tips/create-payment-intent', {
    data: { amount: 5, ...(message === null ? {} : { message }) },
  })
  if (!reply.ok()) throw new Error(`the tip was answered with ${reply.status()}: ${await reply.text()}`)
}
