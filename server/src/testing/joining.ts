import { api } from '@touchline/contract/api.ts'
import { skipAtStripe } from './at-stripe.ts'
import type { Caller } from './caller.ts'
import type { Club } from './club.ts'
import { confirmAtStripe, tokenOf, type Confirmed } from './confirm-at-stripe.ts'
import { testDomain } from './stripe-for-tests.ts'

export const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  noFunds: '4000000000009995',
  lost: '4000000000009987',
  stolen: '4000000000009979',
  expired: '4000000000000069',
  wrongCvc: '4000000000000127',
  processingError: '4000000000000119',
  authenticates: '4000002760003184',
  declinesLater: '4000000000000341',
}

export type Applicant = {
  email: string
  firstName: string
  lastName: string
  phoneNumber: string
  password?: string
  couponCode?: string | null
  setupIntentId?: string
  termsAccepted: true
  cameFrom?: { url: string; referrer: string }
}

/** The phone number is optional on some sites. */
type SignupForm = Omit<Applicant, 'phoneNumber'> & { phoneNumber?: string | undefined }

let applicants = 0

/** A valid signup form with unique values. */
export function newApplicant(changes: Partial<Applicant> = {}): Applicant {
  applicants += 1
  return {
    email: `fan${applicants}@${testDomain}`,
    firstName: 'Frida',
    lastName: 'Nkemelu',
    phoneNumber: '+1 555 010 9999',
    password: 'offside-trap',
    couponCode: null,
    termsAccepted: true,
    ...changes,
  }
}

/** Confirms like the payment page. At Stripe it uses the card's token, because numbers may not be sent there. */
export const payWith = (
  visitor: Caller,
  club: Club,
  clientSecret: string,
  number: string,
  expiry = { month: 12, year: 2034 },
): Promise<Confirmed> =>
  isAtStripe(club)
    ? confirmAtStripe(club, clientSecret, { payment_method: tokenOf(number) })
    : confirm(visitor, club, clientSecret, {
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': number,
        'payment_method_data[card][exp_month]': String(expiry.month),
        'payment_method_data[card][exp_year]': String(expiry.year),
        'payment_method_data[card][cvc]': '123',
      })

export const payWithCashApp = (visitor: Caller, club: Club, clientSecret: string): Promise<Confirmed> =>
  isAtStripe(club)
    ? confirmAtStripe(club, clientSecret, { payment_method_data: { type: 'cashapp' } })
    : confirm(visitor, club, clientSecret, { 'payment_method_data[type]': 'cashapp' })

const isAtStripe = ({ services }: Club) => services.payments.provider === 'stripe'

async function confirm(visitor: Caller, club: Club, clientSecret: string, method: Record<string, string>) {
  const [id] = clientSecret.split('_secret_')
  const kind = clientSecret.startsWith('seti_') ? 'setup_intents' : 'payment_intents'
  const response = await visitor.fetch(`/sandbox/v1/${kind}/${id}/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      key: club.services.payments.publishableKey,
      client_secret: clientSecret,
      return_url: `${club.url}/payment-success`,
      ...method,
    }),
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const body = (await response.json()) as { error?: Confirmed['error'] } & NonNullable<Confirmed['intent']>
  return response.ok
    ? { status: response.status, intent: body, error: null }
    : { status: response.status, intent: null, error: body.error ?? null }
}

/** Opens the page of a confirmation, presses one of its buttons, and returns the redirect. */
export async function choosePaymentOutcome(
  visitor: Caller,
  club: Club,
  { intent }: Confirmed,
  choice: string,
): Promise<URL> {
  const action = intent?.next_action
  if (isAtStripe(club)) skipAtStripe('presses a button on a page of the bank or the wallet')
  const url =
    action?.redirect_to_url?.url ??
    action?.cashapp_handle_redirect_or_display_qr_code?.hosted_instructions_url
  if (!url) throw new Error(`this payment is ${intent?.status ?? 'refused'} and asks for nothing`)
  const { pathname, search } = new URL(url)
  const page = await visitor.fetch(pathname + search)
  const csrf = /name="csrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? ''
  const origin = page.headers.get('referrer-policy') === 'no-referrer' ? 'null' : club.url
  const answer = await visitor.fetch(pathname + search, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin },
    body: new URLSearchParams({ csrf, choice }),
  })
  return new URL(answer.headers.get('location') ?? `${club.url}/answered-${answer.status}`)
}

/** Sends a signup form and returns what is to be paid. */
export async function signUp(visitor: Caller, applicant: SignupForm) {
  const { status, body, message } = await visitor.call(api.subscriptions.createIntent, { body: applicant })
  if (status !== 200) throw new Error(`the signup was answered with ${status}: ${message}`)
  return body
}

/** Signs up, pays with a good card and creates the account. */
export async function join(club: Club, applicant: SignupForm = newApplicant()) {
  const caller = club.visitor()
  const { clientSecret, subscriptionId } = await signUp(caller, applicant)
  if (clientSecret) await payWith(caller, club, clientSecret, cards.good)
  const made = await caller.call(api.subscriptions.createUser, { body: { subscriptionId } })
  if (!('user' in made.body)) throw new Error(`the account was answered with ${made.status}`)
  return { caller, user: made.body.user, subscriptionId }
}

/** Signs in again: sessions do not survive a month of the club's clock. */
export async function signInAgain({ caller, user }: Awaited<ReturnType<typeof join>>): Promise<void> {
  const { status } = await caller.call(api.accounts.login, {
    body: { email: user.email, password: 'offside-trap' },
  })
  if (status !== 200) throw new Error(`${user.email} was answered with ${status}`)
}

/** A member with a second, paid subscription at the provider. */
export async function joinTwice(club: Club, number = cards.good) {
  const first = await join(club)
  const { stripe, price } = club.services.payments
  const customer = first.user.stripeCustomerId!
  club.clock.advance(1000)
  const second = await stripe.subscriptions.create({
    customer,
    items: [{ price: price.id }],
    payment_behavior: 'default_incomplete',
    metadata: { app: 'touchline' },
    expand: ['latest_invoice.confirmation_secret'],
  })
  const invoice = typeof second.latest_invoice === 'string' ? null : second.latest_invoice
  const clientSecret = invoice!.confirmation_secret!.client_secret
  await payWith(first.caller, club, clientSecret, number)
  return { ...first, customer, second, clientSecret }
}

/** Subscribes with a code that makes it free: saves a card first. */
export async function subscribeWithCard(caller: Caller, club: Club, couponCode: string, number = cards.good) {
  const asked = await caller.call(api.subscriptions.create, {
    body: { couponCode, termsAccepted: true },
  })
  if (asked.body.status !== 'requires_card') return asked
  const setupIntentId = await saveCard(caller, club, asked.body.clientSecret!, number)
  return caller.call(api.subscriptions.create, {
    body: { couponCode, setupIntentId, termsAccepted: true },
  })
}

export async function signUpWithCard(visitor: Caller, club: Club, applicant: Applicant, number = cards.good) {
  const { clientSecret } = await signUp(visitor, applicant)
  const setupIntentId = await saveCard(visitor, club, clientSecret!, number)
  return signUp(visitor, { ...applicant, setupIntentId })
}

async function saveCard(caller: Caller, club: Club, secret: string, number: string): Promise<string> {
  const { intent, error } = await payWith(caller, club, secret, number)
  if (!intent) throw new Error(`the card was not saved: ${error?.message}`)
  return intent.id
}
