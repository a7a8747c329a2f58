import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Stripe } from 'stripe'
import { freePort, run, type Running } from './process.ts'

const patienceMs = 10 * 60_000
const program = fileURLToPath(new URL('../../stripe-sandbox/src/main.ts', import.meta.url))

/** The sandbox as its own process, which survives the site and can be killed itself. */
export type Provider = {
  stripe: Stripe
  /** The settings that make a site use it as Stripe. */
  env: Record<string, string>
  /** Calls one of the sandbox's controls, e.g. `control('webhooks/pause')`. */
  control(name: string, body?: object): Promise<void>
  /**
   * Confirms a payment by its client secret with a card number, like the browser. Returns the response's
   * status.
   */
  pay(clientSecret: string, number: string): Promise<number>
  /** Resolves when the site has accepted all events; throws after ten minutes. */
  delivered(): Promise<void>
  kill(): Promise<void>
  start(): Promise<void>
}

/**
 * Starts the sandbox on a file in `folder`, with events in a random order drawn by `seed`. `webhookDelayMs`
 * is the first retry delay, 1000 by default.
 */
export async function openProvider(
  folder: string,
  seed?: number,
  { webhookDelayMs = 1000 }: { webhookDelayMs?: number } = {},
): Promise<Provider> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const begin = () =>
    run({
      args: [
        program,
        `--file=${join(folder, 'provider.sqlite')}`,
        `--port=${port}`,
        `--webhook-delay=${webhookDelayMs}`,
      ],
      env: {},
      logFile: join(folder, 'provider.log'),
      ready: [/^secret-key (\S+)/, /^publishable-key (\S+)/],
    })
  let running: Running = await begin()
  const [secretKey = '', publishableKey = ''] = running.output
  const control = async (name: string, body: object = {}) => {
    const answer = await fetch(`${url}/_sandbox/${name}`, { method: 'POST', body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`the control ${name} answered ${answer.status}: ${await answer.text()}`)
  }
  const shuffle = () => control('webhooks/shuffle', seed === undefined ? {} : { seed })
  await shuffle()
  const stripe = new Stripe(secretKey, { host: '127.0.0.1', port, protocol: 'http', telemetry: false })
  return {
    stripe,
    env: {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_PUBLISHABLE_KEY: publishableKey,
      STRIPE_API_BASE: url,
    },
    control,
    async pay(clientSecret, number) {
      const [id] = clientSecret.split('_secret_')
      const answer = await fetch(`${url}/sandbox/v1/payment_intents/${id}/confirm`, {
        method: 'POST',
        body: new URLSearchParams({
          key: publishableKey,
          client_secret: clientSecret,
          return_url: `${url}/back`,
          'payment_method_data[type]': 'card',
          'payment_method_data[card][number]': number,
          'payment_method_data[card][exp_month]': '12',
          'payment_method_data[card][exp_year]': '2034',
          'payment_method_data[card][cvc]': '123',
        }),
      })
      await answer.arrayBuffer()
      return answer.status
    },
    async delivered() {
      for (const until = Date.now() + patienceMs; ; await pause(100)) {
        const { data } = await stripe.events.list({ delivery_success: false, limit: 1 })
        if (data.length === 0) return
        if (Date.now() > until) throw new Error(`${data[0]?.type} was not taken by the site`)
      }
    },
    kill: () => running.kill(),
    async start() {
      running = await begin()
      await shuffle()
    },
  }
}
