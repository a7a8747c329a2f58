import type { Stripe } from 'stripe'
import type { Database } from '#db/database.ts'
import { isMissingAtProvider } from './provider-errors.ts'
import type { SetUpStep } from './set-up-step.ts'
import { readSetting, writeSetting } from './settings.ts'
import type { Services } from '#services.ts'
export const portalReturnUrl = (siteUrl: string) => `${siteUrl}/settings?portal=returned`

const app = 'touchline'

const features = {
  payment_method_update: { enabled: true },
  invoice_history: { enabled: true },
  subscription_cancel: { enabled: true, mode: 'at_period_end', proration_behavior: 'none' },
  subscription_update: { enabled: false },
  customer_update: { enabled: false },
} satisfies Stripe.BillingPortal.ConfigurationCreateParams['features']

/** In the portal members change their payment method, see receipts and cancel at the period's end. Returns its id. */
export async function preparePortal(
  services: Pick<Services, 'payments' | 'db' | 'clock' | 'address'>,
): Promise<string> {
  return (await repairPortal(services)).id
}

/** Like `preparePortal`; returns what was done. */
export async function repairPortal({
  payments: { stripe },
  db,
  clock,
  address,
}: Pick<Services, 'payments' | 'db' | 'clock' | 'address'>) {
  const wanted = { features, default_return_url: portalReturnUrl(address.url), metadata: { app } }
  const found = (await savedConfiguration(stripe, db)) ?? (await ourConfiguration(stripe))
  const isRight = found !== null && isAsWanted(found, wanted.default_return_url)
  if (found && !isRight)
    await stripe.billingPortal.configurations.update(found.id, { ...wanted, active: true })
  const { id } = found ?? (await stripe.billingPortal.configurations.create(wanted))
  if ((await readSetting(db, 'portal_configuration')) !== id)
    await writeSetting(db, clock, 'portal_configuration', id)
  const outcome: SetUpStep['outcome'] = found ? (isRight ? 'found' : 'repaired') : 'made'
  return { what: 'customer portal', id, outcome }
}

async function savedConfiguration(stripe: Stripe, db: Database) {
  const id = await readSetting(db, 'portal_configuration')
  try {
    return id ? await stripe.billingPortal.configurations.retrieve(id) : null
  } catch (error) {
    if (isMissingAtProvider(error)) return null
    throw error
  }
}

async function ourConfiguration(stripe: Stripe) {
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 })
  return data.find(({ metadata }) => metadata?.app === app) ?? null
}

function isAsWanted(
  { active, default_return_url, features: current }: Stripe.BillingPortal.Configuration,
  returnUrl: string,
) {
  return (
    active &&
    default_return_url === returnUrl &&
    current.payment_method_update.enabled &&
    current.invoice_history.enabled &&
    current.subscription_cancel.enabled &&
    current.subscription_cancel.mode === 'at_period_end' &&
    !current.subscription_update.enabled &&
    !current.customer_update.enabled
  )
}
