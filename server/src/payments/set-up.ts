import { checkProvider } from './check-provider.ts'
import { isOutcomeUnknown } from './provider-errors.ts'
import { preparePromotionCodes } from './prepare-promotion-codes.ts'
import { prepareWebhookEndpoint } from './prepare-webhook-endpoint.ts'
import { reactivatePrice } from './prepare-price.ts'
import type { ForSetUp, SetUpStep } from './set-up-step.ts'

/**
 * Makes what the site needs at the provider, and mends what is no longer as it should be: the price, the promotion
 * codes of the demo (when asked for), and where this server listens for which events. Call once the features have
 * said what they wait for. Doing it again changes nothing. Answers what was found and what was done.
 */
export async function makeProviderReady(
  services: ForSetUp,
  { hasDemoCodes }: { hasDemoCodes: boolean },
): Promise<SetUpStep[]> {
  const { payments } = services
  const steps = [
    ...(await reactivatePrice(payments)),
    ...(hasDemoCodes ? await preparePromotionCodes(payments.stripe) : []),
    ...(await prepareWebhookEndpoint(services)),
  ]
  payments.isPriceNew = false
  return steps
}

/**
 * What a start does at the provider: the sandbox is made ready, since nobody else would. Real keys are only looked
 * after: what is missing becomes an alert, and `npm run payments:setup` makes it.
 */
export async function setUpProvider(services: ForSetUp): Promise<void> {
  if (services.payments.provider === 'sandbox') {
    await makeProviderReady(services, { hasDemoCodes: true })
    return
  }
  try {
    await checkProvider(services)
  } catch (error) {
    if (!isOutcomeUnknown(error)) throw error
    services.log.error({ err: error }, 'the payment provider does not answer; its set-up was not checked')
  }
}
