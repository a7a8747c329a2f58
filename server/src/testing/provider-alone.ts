import { openSandbox, type Sandbox } from '@touchline/stripe-sandbox/sandbox.ts'

export type ProviderAlone = {
  sandbox: Sandbox
  /** The variables that make a club take it for Stripe, with a test key. */
  env: Record<string, string>
  close(): Promise<void>
}

/**
 * The sandbox as a provider of its own on a port of this machine: a club that is given `env` believes it is Stripe and
 * talks to it with a test key, over the network. Its pages for authentication are not served.
 */
export async function openProviderAlone(): Promise<ProviderAlone> {
  const sandbox = await openSandbox({ file: ':memory:', publicUrl: () => 'http://127.0.0.1:9/sandbox' })
  const { host, port } = await sandbox.listen()
  return {
    sandbox,
    env: {
      STRIPE_SECRET_KEY: sandbox.secretKey,
      STRIPE_PUBLISHABLE_KEY: sandbox.publishableKey,
      STRIPE_API_BASE: `http://${host}:${port}`,
      SANDBOX_CONTROL: 'off',
    },
    close: () => sandbox.close(),
  }
}
