import type { Stripe } from 'stripe'
import type { Payments } from '#payments/payments.ts'

type Input = {
  email: string
  name: string
  phone?: string
  /** Metadata that identifies the customer: `{ person }` or `{ pending_signup }`. */
  metadata: Record<string, string>
  idempotencyKey: string
  /** True after an attempt that failed on Stripe's side: the customer may exist. */
  mayExist: boolean
}

/** Creates a Stripe customer, or finds the one of an earlier attempt. Returns its id; throws Stripe's errors. */
export async function ensureCustomer(
  { stripe }: Pick<Payments, 'stripe'>,
  { email, name, phone, metadata, idempotencyKey, mayExist }: Input,
): Promise<string> {
  if (mayExist) {
    const { data } = await stripe.customers.list({ email, limit: 100 })
    const made = data.find((customer) => hasMetadata(customer, { app: 'touchline', ...metadata }))
    if (made) return made.id
  }
  const params: Stripe.CustomerCreateParams = {
    email,
    ...(name ? { name } : {}),
    ...(phone ? { phone } : {}),
    metadata: { app: 'touchline', ...metadata },
  }
  return (await stripe.customers.create(params, { idempotencyKey })).id
}

const hasMetadata = ({ metadata }: Stripe.Customer, expected: Record<string, string>) =>
  Object.entries(expected).every(([key, value]) => metadata[key] === value)
