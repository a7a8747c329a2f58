import { openSandbox, type Sandbox } from '@touchline/stripe-sandbox/sandbox.ts'

export type ProviderAlone = {
  sandbox: Sandbox
  env: Record<string, string>
  close(): Promise<void>
}

/** A club with `env` uses it as Stripe, over the network. Its authentication pages are not served. */
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
