import { raiseAlert, resolveAlert } from '#alerts/alerts.ts'
import { faultsOf, hasOwnEndpoint, knownEndpoint, secretOf } from './prepare-webhook-endpoint.ts'
import { isMissingAtProvider, isNotPermitted } from './provider-errors.ts'
import type { Services } from '#services.ts'

export const providerSetUpAlert = 'provider-set-up'

const wayOut = 'Run "npm run payments:setup" to fix it.'
const wayOutOfRights =
  'Give it the permissions listed in docs/operating.md, or check it in the provider’s dashboard.'

/** Every start asserts the account; here it only has to be readable. */
async function faultOfAccount({ payments: { stripe } }: Pick<Services, 'payments'>): Promise<null> {
  await stripe.accounts.retrieveCurrent()
  return null
}

type Check = {
  subject: string
  name: string
  faultOf: (services: Pick<Services, 'config' | 'db' | 'address' | 'payments'>) => Promise<string | null>
}

const checks: Check[] = [
  { subject: 'account', name: 'account', faultOf: faultOfAccount },
  { subject: 'webhook-endpoint', name: 'webhook endpoint', faultOf: faultOfEndpoint },
  { subject: 'price', name: 'price', faultOf: faultOfPrice },
]

/** Describes what is wrong and how to fix it. What a restricted key may not read is reported as unchecked. */
async function findingOf(
  { name, faultOf }: Check,
  services: Pick<Services, 'config' | 'db' | 'address' | 'payments'>,
): Promise<string | null> {
  try {
    const fault = await faultOf(services)
    return fault && `${fault} ${wayOut}`
  } catch (error) {
    if (!isNotPermitted(error)) throw error
    return `The ${name} could not be checked: STRIPE_SECRET_KEY is restricted and may not read it. ${wayOutOfRights}`
  }
}

async function faultOfEndpoint(
  services: Pick<Services, 'config' | 'db' | 'address' | 'payments'>,
): Promise<string | null> {
  if (!hasOwnEndpoint(services)) return null
  const endpoint = await knownEndpoint(services)
  if (!endpoint) return 'The payment provider has no webhook endpoint for this site.'
  const isLost = (await secretOf(services, endpoint)) === 'lost'
  const faults = [...faultsOf(services, endpoint), ...(isLost ? ['its signing secret is unknown'] : [])]
  return faults.length === 0
    ? null
    : `The webhook endpoint ${endpoint.id} is not right: ${faults.join('; ')}.`
}

async function faultOfPrice({
  payments: { stripe, price },
}: Pick<Services, 'payments'>): Promise<string | null> {
  try {
    const { active } = await stripe.prices.retrieve(price.id)
    return active ? null : `The price ${price.id} is archived, so new members cannot subscribe.`
  } catch (error) {
    if (!isMissingAtProvider(error)) throw error
    return `The price ${price.id} is gone, so new members cannot subscribe.`
  }
}

/** Changes nothing at the provider. Each problem is an alert with its fix. Throws the provider's error. */
export async function checkProvider(
  services: Pick<Services, 'config' | 'db' | 'clock' | 'log' | 'address' | 'payments'>,
): Promise<void> {
  const kind = providerSetUpAlert
  for (const check of checks) {
    const { subject } = check
    const finding = await findingOf(check, services)
    await (finding
      ? raiseAlert(services.db, services, { kind, subject, message: finding.slice(0, 1000) })
      : resolveAlert(services.db, services, { kind, subject, resolution: 'The set-up is correct again.' }))
  }
}

/** Checks the provider's set-up once a day. */
export function providerJobs(
  services: Pick<Services, 'config' | 'db' | 'clock' | 'log' | 'address' | 'payments' | 'jobs'>,
): void {
  services.jobs.every('41 4 * * *', 'provider-set-up', () => checkProvider(services))
}
