import type { Services } from '#services.ts'
import { checkProvider } from './check-provider.ts'
import type { Payments } from './payments.ts'
import { repairPortal } from './prepare-portal.ts'
import { prepareWebhookEndpoint } from './prepare-webhook-endpoint.ts'
import { isOutcomeUnknown } from './provider-errors.ts'
import type { SetUpStep } from './set-up-step.ts'

/** Reactivates the price and its product when someone archived them. */
async function reactivatePrice(payments: Payments): Promise<SetUpStep[]> {
  const { stripe, price, isPriceNew } = payments
  const { active, product } = await stripe.prices.retrieve(price.id, { expand: ['product'] })
  if (typeof product === 'string') throw new Error(`the product of ${price.id} was not expanded`)
  const isOnSale = !product.deleted && product.active
  if (!isOnSale) await stripe.products.update(product.id, { active: true })
  if (!active) await stripe.prices.update(price.id, { active: true })
  const outcomeOf = (isRight: boolean) => (isPriceNew ? 'made' : isRight ? 'found' : 'repaired')
  return [
    { what: 'product Platinum', id: product.id, outcome: outcomeOf(isOnSale) },
    { what: 'price, by the month', id: price.id, outcome: outcomeOf(active) },
  ]
}

type SetUpServices = Pick<Services, 'config' | 'db' | 'clock' | 'log' | 'address' | 'payments'>

/** Creates the promo codes of the demo, which belong to a feature. */
export type PrepareDemoCodes = (services: SetUpServices) => Promise<SetUpStep[]>

/** Call it once the features have registered their events. Idempotent. Returns what was done. */
export async function makeProviderReady(
  services: SetUpServices,
  prepareDemoCodes?: PrepareDemoCodes,
): Promise<SetUpStep[]> {
  const { payments } = services
  const steps = [
    ...(await reactivatePrice(payments)),
    ...((await prepareDemoCodes?.(services)) ?? []),
    await repairPortal(services),
    ...(await prepareWebhookEndpoint(services)),
  ]
  payments.isPriceNew = false
  return steps
}

/** Sets up the sandbox. Real keys are only checked: problems become alerts that `npm run payments:setup` fixes. */
export async function setUpProvider(
  services: SetUpServices,
  prepareDemoCodes?: PrepareDemoCodes,
): Promise<void> {
  if (services.payments.provider === 'sandbox') {
    await makeProviderReady(services, prepareDemoCodes)
    return
  }
  try {
    await checkProvider(services)
  } catch (error) {
    if (!isOutcomeUnknown(error)) throw error
    services.log.error({ err: error }, 'payment provider unavailable; its set-up was not checked')
  }
}
