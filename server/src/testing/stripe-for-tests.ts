import { randomBytes } from 'node:crypto'

const isAtStripe = process.env['TOUCHLINE_TEST_PROVIDER'] === 'stripe'

/** The domain of test people. At Stripe every file has its own, because the account knows those of all. */
export const testDomain = isAtStripe ? `${randomBytes(4).toString('hex')}.club.example` : 'club.example'

/** `npm run test:stripe` sets TOUCHLINE_TEST_PROVIDER. Empty in every other run, whatever keys the environment has. */
export function stripeForTests(): Record<string, string> {
  const { STRIPE_TEST_SECRET_KEY: secretKey, STRIPE_API_BASE: apiBase } = process.env
  if (!isAtStripe || !secretKey) return {}
  return {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_of_no_browser',
    // Events are forwarded from Stripe's list and signed on the way.
    STRIPE_WEBHOOK_SECRET: `whsec_${randomBytes(16).toString('hex')}`,
    SANDBOX_CONTROL: 'off',
    ...(apiBase ? { STRIPE_API_BASE: apiBase } : {}),
  }
}
