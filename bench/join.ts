import { createSubscriptionIntent } from '@touchline/contract/subscriptions.ts'
import { site as siteShape } from '@touchline/contract/site.ts'
import { send } from './load.ts'

/**
 * Signs up a new member with a test card, from their own address, and returns their session's cookie header.
 */
export async function joined(url: string, number: number): Promise<string> {
  const from = `127.0.1.${number + 1}`
  const post = (path: string, body: string, headers: Record<string, string>) =>
    send(url, { method: 'POST', path, headers, body }, from)
  const json = { 'content-type': 'application/json' }
  const asked = await post(
    '/api/create-subscription-intent',
    JSON.stringify({
      email: `bench-${number}@touchline.example`,
      firstName: 'Bench',
      lastName: 'Fan',
      phoneNumber: '+1 555 010 0200',
      password: 'on the bench',
      termsAccepted: true,
    }),
    json,
  )
  const { clientSecret, subscriptionId } = createSubscriptionIntent.reply!.parse(JSON.parse(asked.body))
  const signupCookies = asked.cookies
  const { payments } = siteShape.parse(
    JSON.parse((await send(url, { method: 'GET', path: '/api/site' }, from)).body),
  )
  const [intent] = clientSecret!.split('_secret_')
  const card = new URLSearchParams({
    client_secret: clientSecret!,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': '4242424242424242',
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2034',
    'payment_method_data[card][cvc]': '123',
  })
  await post(`${payments.apiBase}/v1/payment_intents/${intent}/confirm`, card.toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    authorization: `Bearer ${payments.publishableKey}`,
  })
  const made = await post('/api/create-user', JSON.stringify({ subscriptionId }), {
    ...json,
    cookie: signupCookies,
  })
  return made.cookies
}
