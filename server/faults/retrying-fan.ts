import { api } from '@touchline/contract/api.ts'
import { setTimeout as pause } from 'node:timers/promises'
import type { CallResult, Caller } from '#testing/caller.ts'
import { cards, newApplicant } from '#testing/joining.ts'
import type { Provider } from './provider-process.ts'
import type { Site } from './site-process.ts'

const patienceMs = 5 * 60_000

/** A fan with a browser that repeats every unanswered request and every 503. */
export type Fan = { caller: Caller; email: string; password: string }

let fans = 0

/** A fan with their own browser and address. */
export function newFan(site: Site): Fan {
  fans += 1
  const from = `203.0.${Math.floor(fans / 250)}.${(fans % 250) + 1}`
  const { email, password = '' } = newApplicant()
  return { caller: site.visitor(from), email, password }
}

const isWorthAnotherTry = (status: number) => status === 503 || status === 502 || status === 429

/** Repeats a request until it gets a meaningful response; a killed server gives none. */
export async function retryWhileAway<Body>(ask: () => Promise<CallResult<Body>>): Promise<CallResult<Body>> {
  const until = Date.now() + patienceMs
  for (;;) {
    const answer = await ask().catch((error: unknown) => {
      if (!(error instanceof TypeError)) throw error
      return null
    })
    if (answer && !isWorthAnotherTry(answer.status)) return answer
    if (Date.now() > until)
      throw new Error(`no answer but ${answer?.status ?? 'silence'}: ${answer?.message}`)
    await pause(100)
  }
}

/** Signs up and pays, without finishing the account. Returns the subscription. */
export async function signUpAndPay(fan: Fan, provider: Provider): Promise<string> {
  const { email, password } = fan
  const asked = await retryWhileAway(() =>
    fan.caller.call(api.subscriptions.createIntent, {
      body: {
        email,
        password,
        firstName: 'Frida',
        lastName: 'Nkemelu',
        phoneNumber: '+1 555 010 9999',
        couponCode: null,
        termsAccepted: true,
      },
    }),
  )
  const { clientSecret, subscriptionId } = asked.body
  if (!clientSecret) throw new Error(`the signup of ${email} got ${asked.status}`)
  const status = await provider.pay(clientSecret, cards.good)
  if (status !== 200) throw new Error(`the payment of ${email} got ${status}`)
  return subscriptionId
}

/** Returns from the payment page: creates the account, or finds it. */
export async function finishSignup(fan: Fan, subscriptionId: string): Promise<void> {
  const made = await retryWhileAway(() =>
    fan.caller.call(api.subscriptions.createUser, { body: { subscriptionId, password: fan.password } }),
  )
  if (!('user' in made.body)) throw new Error(`the account got ${made.status}: ${made.message}`)
}

/** Signs in with the chosen password once the account exists. */
export async function signInWhenReady(fan: Fan): Promise<void> {
  const until = Date.now() + patienceMs
  const { email, password } = fan
  // With growing pauses: ten wrong attempts would lock an account that is created late.
  for (let pauseMs = 2000; ; pauseMs = Math.min(30_000, pauseMs * 2)) {
    const { status } = await retryWhileAway(() =>
      fan.caller.call(api.accounts.login, { body: { email, password } }),
    )
    if (status === 200) return
    if (Date.now() > until) throw new Error(`${email} paid and cannot sign in: ${status}`)
    await pause(pauseMs)
  }
}

/** Sends a tip with one idempotency key until its outcome is known. */
export async function tip(fan: Fan, key: string): Promise<string> {
  for (;;) {
    const { status, body, message } = await retryWhileAway(() =>
      fan.caller.call(api.tips.send, {
        body: { amount: 5, message: key },
        headers: { 'idempotency-key': key },
      }),
    )
    if (status === 200 && body.status === 'completed') return body.tip.id
    if (status !== 202 && status !== 409) throw new Error(`the tip got ${status}: ${message}`)
    await pause(200)
  }
}

/** Cancels at the end of the paid month. */
export async function cancel(fan: Fan): Promise<void> {
  const { status, message } = await retryWhileAway(() => fan.caller.call(api.subscriptions.cancel))
  if (status !== 200 && status !== 409) throw new Error(`the cancellation got ${status}: ${message}`)
}
