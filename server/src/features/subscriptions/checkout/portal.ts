import { Stripe } from 'stripe'
import { conflict } from '#errors.ts'
import { portalReturnUrl, preparePortal } from '#payments/prepare-portal.ts'
import { withRefusals } from '#payments/provider-errors.ts'
import { readSetting } from '#payments/settings.ts'
import type { Services } from '#services.ts'
import { isLive, isPaidUp } from '../snapshot/subscription-state.ts'
import { type SyncServices, syncCustomer } from '../sync/sync-customer.ts'
import { currentMembershipOf } from '../access/current-membership.ts'

type PortalServices = SyncServices & Pick<Services, 'address'>
type Customer = { id: string; stripeCustomerId: string | null }
type Flow = Stripe.BillingPortal.SessionCreateParams['flow_data']
export type PortalPage = 'payment-method' | 'overview'

const noSubscription = () => conflict('You have no subscription yet.')

/** Anyone with the URL can act for the customer: never store or log it. Throws 409 without a subscription. */
export async function openBillingPortal(
  services: PortalServices,
  viewer: Customer,
  page: PortalPage,
): Promise<{ url: string }> {
  const customer = viewer.stripeCustomerId
  if (!customer || !(await currentMembershipOf(services.db, viewer.id))) throw noSubscription()
  const flow = { type: 'payment_method_update', after_completion: backTo(services) } as const
  return openPortal(services, customer, page === 'overview' ? undefined : flow)
}

/** Throws 409 if there is nothing to cancel, or for an unpaid renewal, which the portal would go on collecting. */
export async function openCancelPortal(services: PortalServices, viewer: Customer): Promise<{ url: string }> {
  const customer = viewer.stripeCustomerId
  const live = (customer ? await syncCustomer(services, customer) : []).filter(isLive)
  const [subscription] = live.toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime())
  if (!customer || !subscription) throw conflict('You have no subscription to cancel.')
  if (!isPaidUp(subscription, services.clock.now()))
    throw conflict(
      `${subscription.status === 'active' ? 'Your new month is not paid yet.' : 'Your last payment is still open.'} Cancel here instead: your subscription ends at once, and nothing more is charged.`,
    )
  if (subscription.cancelAt) throw conflict('Your subscription is already canceled.')
  return openPortal(services, customer, {
    type: 'subscription_cancel',
    subscription_cancel: { subscription: subscription.id },
    after_completion: backTo(services),
  })
}

const backTo = ({ address }: PortalServices) => ({
  type: 'redirect' as const,
  redirect: { return_url: portalReturnUrl(address.url) },
})

async function openPortal(services: PortalServices, customer: string, flow: Flow): Promise<{ url: string }> {
  const { payments, db, address } = services
  const prepared = () => preparePortal(services)
  const open = (configuration: string) =>
    payments.stripe.billingPortal.sessions.create({
      customer,
      configuration,
      return_url: portalReturnUrl(address.url),
      ...(flow ? { flow_data: flow } : {}),
    })
  const opened = async () => {
    const known = await readSetting(db, 'portal_configuration')
    try {
      return await open(known ?? (await prepared()))
    } catch (error) {
      // The configuration was deleted or switched off at Stripe: create it again.
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError) || error.param !== 'configuration')
        throw error
      return open(await prepared())
    }
  }
  const { url } = await withRefusals(opened())
  return { url }
}
