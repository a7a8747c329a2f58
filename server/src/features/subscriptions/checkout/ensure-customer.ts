import type { Stripe } from 'stripe'
import type { Payments } from '#payments/payments.ts'

type Input = {
  email: string
  name: string
  phone?: string
  /** What the customer is known by: `{ person }` or `{ pending_signup }`. */
  mark: Record<string, string>
  idempotencyKey: string
  /** True after a try that was answered with an error of the provider's own: it may have made one. */
  mayExist: boolean
}

/** Makes a customer at the provider, or finds the one of an earlier try. Returns its id; throws the provider's errors. */
export async function ensureCustomer(
  { stripe }: Pick<Payments, 'stripe'>,
  { email, name, phone, mark, idempotencyKey, mayExist }: Input,
): Promise<string> {
  if (mayExist) {
    const { data } = await stripe.customers.list({ email, limit: 100 })
    const made = data.find(({ metadata }) => isMarked(metadata, mark))
    if (made) return made.id
  }
  const wanted: Stripe.CustomerCreateParams = {
    email,
    ...(name ? { name } : {}),
    ...(phone ? { phone } : {}),
    metadata: { app: 'touchline', ...mark },
  }
  return (await stripe.customers.create(wanted, { idempotencyKey })).id
}

const isMarked = (metadata: Stripe.Metadata, mark: Record<string, string>) =>
  metadata.app === 'touchline' && Object.entries(mark).every(([key, value]) => metadata[key] === value)
