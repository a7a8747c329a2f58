import { openSandbox, type Sandbox } from '@touchline/stripe-sandbox/sandbox.ts'
import type { FastifyBaseLogger } from 'fastify'
import { Stripe } from 'stripe'
import type { ClockSkew } from '#time/clock-skew.ts'
import type { Config } from '#config/config.ts'
import type { Database } from '#db/database.ts'
import type { Address } from '#http/cookies.ts'
import type { Jobs } from '#jobs/jobs.ts'
import { clientWithBreaker } from './breaker.ts'
import { type Inbox, openInbox } from './inbox.ts'
import { assertSameAccount, assertSameMode, modeOf } from './assert-provider.ts'
import { preparePrice } from './prepare-price.ts'
import { sandboxSdk } from './sandbox-sdk.ts'
import { assertWebhookSecret, secretsFromSetUp } from './webhook-secrets.ts'
import type { Price } from './price.ts'
import type { Clock } from '#time/clock.ts'

export type PaymentMethodType = 'card' | 'cashapp'
/** The payment provider. The same SDK talks to Stripe and to the sandbox. */
export type Payments = {
  provider: 'sandbox' | 'stripe'
  stripe: Stripe
  publishableKey: string
  /** The sandbox's path on this site, for browsers; null when they talk to Stripe directly. */
  apiBase: '/sandbox' | null
  methods: PaymentMethodType[]
  price: Price
  /** True when this start created the price, until set-up has reported it. */
  isPriceNew: boolean
  /** The signing secrets of events; two during a rotation. */
  webhookSecrets: string[]
  inbox: Inbox
  sandbox: Sandbox | null
  close(): Promise<void>
}

type Options = {
  config: Pick<Config, 'payments'>
  clock: Clock
  clockWatch: ClockSkew
  address: Address
  db: Database
  jobs: Jobs
  log: FastifyBaseLogger
  /** The sandbox's file; ':memory:' for none. */
  sandboxFile: string
  /** How long the sandbox waits before it sends an event; by default its own value. */
  webhookDelayMs?: number
  /** True when set-up is about to create what is missing at Stripe. Otherwise the start fails without it. */
  isSettingUp?: boolean
}

/**
 * Opens Stripe when its keys are configured, otherwise the sandbox; neither replaces the other after a failure.
 * Throws ConfigProblem for a database of another provider or account, and before `payments:setup` has been run.
 */
export async function openPayments(options: Options): Promise<Payments> {
  const { config, db, clock, clockWatch, jobs, log, isSettingUp = false } = options
  const keys = config.payments.stripe
  const mode = modeOf(config)
  await assertSameMode(db, clock, mode)

  const sandbox = keys ? null : await openSandboxFor(options)
  try {
    const stripe = sandbox ? sandboxSdk(sandbox) : stripeSdk(keys!, log)
    if (keys) await assertSameAccount({ stripe, db, clock, log })
    const fromSetUp = await secretsFromSetUp(db, keys?.secretKey ?? sandbox!.secretKey)
    const webhookSecrets = [...(keys?.webhookSecrets ?? []), ...fromSetUp]
    if (keys && !isSettingUp) await assertWebhookSecret(db, webhookSecrets)
    const mayCreate = keys === null || isSettingUp
    const priceId = keys?.priceId ?? null
    const { price, isNew } = await preparePrice({ stripe, db, clock, log, priceId, mayCreate })
    return {
      provider: sandbox ? 'sandbox' : 'stripe',
      stripe,
      publishableKey: sandbox ? sandbox.publishableKey : keys!.publishableKey,
      apiBase: sandbox ? '/sandbox' : null,
      methods: config.payments.methods,
      price,
      isPriceNew: isNew,
      webhookSecrets,
      inbox: openInbox({
        stripe,
        db,
        clock,
        clockWatch,
        jobs,
        log,
        secrets: webhookSecrets,
        isLive: mode === 'live',
      }),
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

/** The official SDK with the configured keys and a circuit breaker, which reports to `log`. */
export const stripeSdk = (
  { secretKey, apiBase }: NonNullable<Config['payments']['stripe']>,
  log?: Pick<FastifyBaseLogger, 'warn' | 'info'>,
) =>
  new Stripe(secretKey, {
    httpClient: clientWithBreaker(Stripe.createNodeHttpClient(), {
      onChange: (isOpen) =>
        isOpen
          ? log?.warn('payment provider failing: requests are suspended for some seconds')
          : log?.info('payment provider available again'),
    }),
    timeout: 10_000,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(apiBase ? { host: apiBase.hostname, port: apiBase.port || '80', protocol: 'http' as const } : {}),
  })

const openSandboxFor = async ({ sandboxFile, address, clock, webhookDelayMs }: Options): Promise<Sandbox> =>
  openSandbox({
    file: sandboxFile,
    publicUrl: () => `${address.url}/sandbox`,
    now: () => clock.now().getTime(),
    ...(webhookDelayMs === undefined ? {} : { webhookDelayMs }),
  })
