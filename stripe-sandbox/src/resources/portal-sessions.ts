import type { Params } from '#api/form.ts'
import { oneOf, required, text } from '#api/params.ts'
import { invalid, noSuchResource } from '#api/refusals.ts'
import type { Route } from '#api/route.ts'
import { newId } from '#engine/ids.ts'
import type { Kinds } from '#engine/wire.ts'
import type { World } from '#engine/world.ts'
import { pageToken } from '#resources/next-actions.ts'
import { addressAsked } from '#resources/portal-configurations.ts'
import { liveCustomer } from './live-customer.ts'

type Session = Kinds['billing_portal.session']
type Flow = NonNullable<Session['flow']>
type Configuration = Kinds['billing_portal.configuration']

const cancelParam = 'flow_data[subscription_cancel][subscription]'

const elsewhere = [
  'customer_update',
  'subscription_pause',
  'subscription_update',
  'subscription_update_confirm',
] as const

function configurationFor(world: World, params: Params): Configuration {
  const id = text(params, 'configuration')
  if (!id)
    throw invalid(
      'No configuration provided and your test mode default configuration has not been created. ' +
        'Create a configuration with the API and name it.',
      'configuration',
    )
  const configuration = world.store.find('billing_portal.configuration', id)
  if (!configuration) throw invalid(`No such configuration: '${id}'`, 'configuration', 'resource_missing')
  if (!configuration.active)
    throw invalid(`The configuration ${id} is not active and cannot be used.`, 'configuration')
  return configuration
}

function completionAsked(params: Params): Flow['after_completion'] {
  const path = 'flow_data.after_completion'
  const type =
    oneOf(params, `${path}.type`, ['hosted_confirmation', 'portal_homepage', 'redirect']) ?? 'portal_homepage'
  if (type === 'redirect') required(params, `${path}.redirect.return_url`)
  return {
    type,
    redirect:
      type === 'redirect'
        ? { return_url: addressAsked(params, `${path}.redirect.return_url`, null) ?? '' }
        : null,
    hosted_confirmation:
      type === 'hosted_confirmation'
        ? { custom_message: text(params, `${path}.hosted_confirmation.custom_message`) || null }
        : null,
  }
}

/** The subscription a flow cancels: this customer's, running, and not canceled already. */
function subscriptionToCancel(world: World, params: Params, customer: string): string {
  const id = required(params, 'flow_data.subscription_cancel.subscription')
  const subscription = world.store.find('subscription', id)
  // Another customer's object is reported like a missing one.
  if (subscription?.customer !== customer)
    throw invalid(`No such subscription: '${id}'`, cancelParam, 'resource_missing')
  if (subscription.ended_at !== null || subscription.status === 'incomplete')
    throw invalid(
      `This subscription cannot be canceled because its status is ${subscription.status}.`,
      cancelParam,
    )
  if (subscription.cancel_at !== null)
    throw invalid(
      'This subscription cannot be updated because it is already set to be canceled at the end of the billing period.',
      cancelParam,
    )
  return id
}

function flowAsked(
  world: World,
  params: Params,
  customer: string,
  { features }: Configuration,
): Session['flow'] {
  if (params['flow_data'] === undefined) return null
  required(params, 'flow_data.type')
  const words = ['payment_method_update', 'subscription_cancel', ...elsewhere] as const
  const type = oneOf(params, 'flow_data.type', words)
  if (type !== 'payment_method_update' && type !== 'subscription_cancel')
    throw noSuchResource(`The portal flow ${type}`, 'flow_data[type]')
  if (type === 'payment_method_update' && !features.payment_method_update.enabled)
    throw invalid(
      'The payment method cannot be updated because the payment method update feature in the portal configuration is disabled.',
      'flow_data[type]',
    )
  if (type === 'subscription_cancel' && !features.subscription_cancel.enabled)
    throw invalid(
      'This subscription cannot be canceled because the subscription cancel feature in the portal configuration is disabled.',
      'flow_data[type]',
    )
  return {
    type,
    after_completion: completionAsked(params),
    customer_update: null,
    subscription_cancel:
      type === 'subscription_cancel'
        ? { retention: null, subscription: subscriptionToCancel(world, params, customer) }
        : null,
    subscription_pause: null,
    subscription_update: null,
    subscription_update_confirm: null,
  }
}

function create(world: World, params: Params): Session {
  const customer = liveCustomer(world, required(params, 'customer'), 'customer').id
  const configuration = configurationFor(world, params)
  const id = newId('bps')
  const session: Session = {
    id,
    object: 'billing_portal.session',
    configuration: configuration.id,
    created: world.now(),
    customer,
    customer_account: null,
    flow: flowAsked(world, params, customer, configuration),
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: addressAsked(params, 'return_url', configuration.default_return_url),
    url: `${world.publicUrl()}/portal/${portalToken(world, id)}`,
  }
  world.store.add(session)
  world.emit('billing_portal.session.created', session)
  return session
}

/** The unguessable end of a session's URL: its id and a signature of this sandbox. */
export const portalToken = (world: World, id: string): string =>
  `${id.slice('bps_'.length)}${pageToken(world, 'portal', id)}`

export const portalSessionRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/billing_portal/sessions',
    takes: [
      'customer',
      'configuration',
      'return_url',
      'flow_data.type',
      'flow_data.after_completion.type',
      'flow_data.after_completion.redirect.return_url',
      'flow_data.after_completion.hosted_confirmation.custom_message',
      'flow_data.subscription_cancel.subscription',
    ],
    run: (world, { params }) => create(world, params),
  },
]
