import { join } from 'node:path'
import { addNewcomer } from '../server/src/testing/add-person.ts'
import { clubUrl, demoPassword, type Page } from './club.ts'
import { type Applicant, cards, newApplicant } from './joining.ts'
import { findInEmail } from './sent-emails.ts'

/** Signs somebody in on `page`, in the club whose address the page has. */
export async function signInOn({ request }: Page, email: string, password: string) {
  const reply = await request.post('/api/login', { data: { email, password } })
  if (!reply.ok()) throw new Error(`${email} could not sign in: ${reply.status()} ${await reply.text()}`)
}

/** Where the club of this run keeps its things. */
export const dataDir = () => join(process.env['TOUCHLINE_E2E_FOLDER'] ?? '', 'data')

/** Signs somebody in on `page` who has an account and never subscribed; answers their address. */
export async function signInNewcomer(page: Page): Promise<string> {
  const email = await addNewcomer(dataDir(), demoPassword)
  await signInOn(page, email, demoPassword)
  return email
}

/** Confirms a payment as the payment page does, without a page. */
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

/** Begins a signup without a page. */
export async function startSignup({ request }: Page, applicant: Applicant) {
  const reply = await request.post('/api/create-subscription-intent', {
    data: { ...applicant, couponCode: null, termsAccepted: true },
  })
  if (!reply.ok()) throw new Error(`the signup was answered with ${reply.status()}: ${await reply.text()}`)
  const answer: { clientSecret: string | null; subscriptionId: string } = await reply.json()
  return answer
}

/** Confirms the address of the person signed in on `page` with the mailed link, without a page. */
export async function confirmEmail({ request }: Page, email: string) {
  const token = await findInEmail(email, /\/confirm-email#([^\s"<]+)/)
  const reply = await request.post('/api/email-confirmation/confirm', { data: { token } })
  if (!reply.ok()) throw new Error(`${email} was not confirmed: ${reply.status()} ${await reply.text()}`)
}

/** Makes the person of `page` a new member who paid with `number`, without a page. */
export async function becomeMember(page: Page, number = cards.good, named: Partial<Applicant> = {}) {
  const applicant = { ...newApplicant(), ...named }
  const { clientSecret, subscriptionId } = await startSignup(page, applicant)
  await payFor(page, clientSecret ?? '', number)
  const made = await page.request.post('/api/create-user', { data: { subscriptionId } })
  if (!made.ok() || !('user' in (await made.json())))
    throw new Error(`the account was answered with ${made.status()}: ${await made.text()}`)
  return { ...applicant, subscriptionId }
}

/** The same, whose subscription the owner then ended. */
export async function becomeLapsed(page: Page) {
  const member = await becomeMember(page)
  await controlSandbox('end-subscription', { subscriptionId: member.subscriptionId })
  await page.request.get('/api/subscription-status?refresh=1')
  return member
}

/** The same, whose card was charged for the next month and declined. */
export async function becomePastDue(page: Page) {
  const member = await becomeMember(page)
  const setup: { clientSecret: string } = await (await page.request.post('/api/payment-method/setup')).json()
  await payFor(page, setup.clientSecret, cards.declinesLater)
  const [setupIntentId] = setup.clientSecret.split('_secret_')
  const saved = await page.request.post('/api/payment-method/confirm', { data: { setupIntentId } })
  if (!saved.ok()) throw new Error(`the card was answered with ${saved.status()}: ${await saved.text()}`)
  await controlSandbox('renew-now', { subscriptionId: member.subscriptionId })
  await page.request.get('/api/subscription-status?refresh=1')
  return member
}

/** Moves the sandbox's levers; they answer on this machine only, so no page may ask. */
export async function controlSandbox(lever: string, data: Record<string, unknown> = {}) {
  const reply = await fetch(`${clubUrl()}/_sandbox/${lever}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(data),
  })
  if (!reply.ok) throw new Error(`${lever} was answered with ${reply.status}: ${await reply.text()}`)
}

/** Sends a tip from the member of `page`, without a page. */
export async function sendTip({ request }: Page, message: string | null) {
  const reply = await request.post('/api/tips/create-payment-intent', {
    data: { amount: 5, ...(message === null ? {} : { message }) },
  })
  if (!reply.ok()) throw new Error(`the tip was answered with ${reply.status()}: ${await reply.text()}`)
}
