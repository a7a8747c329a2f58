import { openSandbox, type Sandbox } from '@touchline/stripe-sandbox/sandbox.ts'
import type { FastifyBaseLogger } from 'fastify'
import { Stripe } from 'stripe'
import type { Clock } from '#clock.ts'
import { type Config, ConfigProblem } from '#config.ts'
import type { Database } from '#db/database.ts'
import type { Address } from '#http/cookies.ts'
import type { Jobs } from '#jobs/jobs.ts'
import { type Inbox, openInbox } from './inbox.ts'
import { sandboxSdk } from './sandbox-sdk.ts'
import { readSetting, writeSetting } from './settings.ts'
import { preparePrice } from './prepare-price.ts'

export type PaymentMethodType = 'card' | 'cashapp'

/** The one thing that is sold: a month of Platinum. */
export type Price = { id: string; unitAmountCents: number; currency: 'usd' }

/** The payment provider as the features see it. The same SDK talks to Stripe and to the sandbox. */
export type Payments = {
  provider: 'sandbox' | 'stripe'
  stripe: Stripe
  publishableKey: string
  /** Where the browser reaches the provider on this site; null when it talks to Stripe itself. */
  apiBase: '/sandbox' | null
  methods: PaymentMethodType[]
  price: Price
  /** Every secret an event may be signed with; two while one is being replaced. */
  webhookSecrets: string[]
  /** Events of the provider: features say here which types they handle. */
  inbox: Inbox
  sandbox: Sandbox | null
  close(): Promise<void>
}

type Options = {
  config: Pick<Config, 'payments'>
  clock: Clock
  address: Address
  db: Database
  jobs: Jobs
  log: FastifyBaseLogger
  /** Where the sandbox keeps its books; ':memory:' for none. */
  sandboxFile: string
  /** How long the sandbox waits before it sends an event; its own default when left out. */
  webhookDelayMs?: number
}

/**
 * Opens the payment provider: Stripe when keys are configured, else the sandbox; never one because the other failed.
 * Throws ConfigProblem when the database belongs to another provider or mode than the configuration names.
 */
export async function openPayments(options: Options): Promise<Payments> {
  const { config, db, clock, jobs, log } = options
  const keys = config.payments.stripe
  const mode = keys ? (keys.secretKey.includes('_live_') ? 'live' : 'test') : 'sandbox'
  await holdToMode(db, clock, mode)

  const sandbox = keys ? null : await openSandboxFor(options)
  const stripe = sandbox
    ? sandboxSdk(sandbox)
    : new Stripe(keys!.secretKey, { timeout: 10_000, maxNetworkRetries: 2, telemetry: false })
  const sandboxSecret = keys ? null : await readSetting(db, 'webhook_secret')
  const webhookSecrets = keys?.webhookSecrets ?? (sandboxSecret ? [sandboxSecret] : [])
  try {
    const price = await preparePrice({ stripe, db, clock, log, priceId: keys?.priceId ?? null })
    return {
      provider: sandbox ? 'sandbox' : 'stripe',
      stripe,
      publishableKey: sandbox ? sandbox.publishableKey : keys!.publishableKey,
      apiBase: sandbox ? '/sandbox' : null,
      methods: config.payments.methods,
      price,
      webhookSecrets,
      inbox: openInbox({ stripe, db, clock, jobs, log, secrets: webhookSecrets, isLive: mode === 'live' }),
      sandbox,
      close: async () => {
        await sandbox?.close()
      },
    }
  } catch (error) {
    await sandbox?.close()
    throw error
  }
}

const openSandboxFor = async ({ sandboxFile, address, clock, webhookDelayMs }: Options): Promise<Sandbox> =>
  openSandbox({
    file: sandboxFile,
    publicUrl: () => `${address.url}/sandbox`,
    now: () => clock.now().getTime(),
    ...(webhookDelayMs === undefined ? {} : { webhookDelayMs }),
  })

async function holdToMode(db: Database, clock: Clock, mode: 'sandbox' | 'test' | 'live') {
  const stored = await readSetting(db, 'provider_mode')
  if (stored === null) await writeSetting(db, clock, 'provider_mode', mode)
  else if (stored !== mode)
    throw new ConfigProblem([
      `STRIPE_SECRET_KEY asks for ${mode} payments, but this database holds ${stored} ones: use a fresh database, or the keys it was made with.`,
    ])
}
