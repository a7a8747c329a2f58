import type { Sandbox } from '@touchline/stripe-sandbox/sandbox.ts'
import type { MovingClock } from '#time/clock.ts'
import type { Services } from '#services.ts'

const numbers = {
  visa: '4242424242424242',
  mastercard: '5555555555554444',
  amex: '378282246310005',
  declines: '4000000000000341',
} as const

export type DemoCard = keyof typeof numbers

/** The services of a club with the sandbox and a movable clock, which seeding requires. */
export type DemoServices = Services & { clock: MovingClock; payments: { sandbox: Sandbox } }

/** Confirms like the payment page. Returns the intent's id; throws when the sandbox declines. */
export async function payAtSandbox(
  { payments }: Pick<DemoServices, 'payments'>,
  clientSecret: string,
  card: DemoCard,
  now: Date,
): Promise<string> {
  const [id = ''] = clientSecret.split('_secret_')
  const kind = id.startsWith('seti_') ? 'setup_intents' : 'payment_intents'
  const answer = await payments.sandbox.browser(
    new Request(`http://sandbox.example/v1/${kind}/${id}/confirm`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        key: payments.publishableKey,
        client_secret: clientSecret,
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': numbers[card],
        'payment_method_data[card][exp_month]': '12',
        'payment_method_data[card][exp_year]': String(now.getUTCFullYear() + 4),
        'payment_method_data[card][cvc]': card === 'amex' ? '1234' : '123',
      }),
    }),
  )
  if (!answer.ok) throw new Error(`the sandbox answered ${answer.status} to ${id}: ${await answer.text()}`)
  return id
}
