import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readSandbox } from '@touchline/stripe-sandbox/read-sandbox.ts'
import type { Stripe } from 'stripe'
import { type Config } from '#config/config.ts'
import { stripeSdk } from './payments.ts'
import { sandboxSdk } from './sandbox-sdk.ts'
import { ConfigProblem } from '#config/config-problem.ts'

/** Serves a read-only program, beside a running site. Throws ConfigProblem without a sandbox file and a key. */
export function readProvider({ dataDir, payments }: Pick<Config, 'dataDir' | 'payments'>): {
  stripe: Stripe
  close: () => void
} {
  if (payments.stripe) return { stripe: stripeSdk(payments.stripe), close: () => {} }
  const file = join(dataDir, 'payment-sandbox.sqlite')
  if (!existsSync(file))
    throw new ConfigProblem([
      `There is no payment sandbox in ${dataDir}: set DATA_DIR to that of the site, or STRIPE_SECRET_KEY.`,
    ])
  const reader = readSandbox(file)
  return { stripe: sandboxSdk(reader), close: () => reader.close() }
}
