import type { Params } from '#api/form.ts'
import { bracketed, flag, metadata, oneOf, required, text } from '#api/params.ts'
import { invalid, noSuchResource } from '#api/refusals.ts'
import { findOrRefuse, listRoute, readRoute, stateFlag, type Route } from '#api/route.ts'
import { newId } from '#engine/ids.ts'
import type { Kinds } from '#engine/wire.ts'
import type { World } from '#engine/world.ts'

type Configuration = Kinds['billing_portal.configuration']
type Features = Configuration['features']

const supported = ['invoice_history', 'payment_method_update', 'subscription_cancel'] as const
const missing = ['customer_update', 'subscription_pause', 'subscription_update'] as const

const takes = [
  ...[...supported, ...missing].map((feature) => `features.${feature}.enabled`),
  'features.subscription_cancel.mode',
  'features.subscription_cancel.proration_behavior',
  'business_profile.headline',
  'business_profile.privacy_policy_url',
  'business_profile.terms_of_service_url',
  'default_return_url',
  'login_page.enabled',
  'name',
  'metadata.*',
]

const allOff: Features = {
  customer_update: { allowed_updates: [], enabled: false },
  invoice_history: { enabled: false },
  payment_method_update: { enabled: false, payment_method_configuration: null },
  subscription_cancel: {
    cancellation_reason: { enabled: false, feedback_options: null, options: [] },
    enabled: false,
    mode: 'at_period_end',
    proration_behavior: 'none',
  },
  subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
  subscription_update: {
    billing_cycle_anchor: null,
    default_allowed_updates: [],
    enabled: false,
    products: [],
    proration_behavior: 'none',
    schedule_at_period_end: { conditions: [] },
    trial_update_behavior: 'end_trial',
  },
}

/** A URL parameter, null when unset; rejects an invalid one. */
export function addressAsked(params: Params, path: string, current: string | null): string | null {
  const url = text(params, path)
  if (url === undefined) return current
  if (url === '') return null
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw invalid('Not a valid URL', bracketed(path), 'url_invalid')
  return url
}

function featuresAsked(params: Params, current: Features): Features {
  const next = structuredClone(current)
  for (const feature of supported)
    next[feature].enabled = flag(params, `features.${feature}.enabled`) ?? next[feature].enabled
  for (const feature of missing)
    if (flag(params, `features.${feature}.enabled`))
      throw noSuchResource(`The portal feature ${feature}`, `features[${feature}][enabled]`)
  const mode = oneOf(params, 'features.subscription_cancel.mode', ['at_period_end', 'immediately'])
  if (mode === 'immediately')
    throw noSuchResource('Canceling immediately', 'features[subscription_cancel][mode]')
  const proration = oneOf(params, 'features.subscription_cancel.proration_behavior', [
    'none',
    'always_invoice',
    'create_prorations',
  ])
  if (proration && proration !== 'none')
    throw noSuchResource('A proration', 'features[subscription_cancel][proration_behavior]')
  return next
}

function changes(params: Params, current: Configuration): Partial<Configuration> {
  if (flag(params, 'login_page.enabled'))
    throw noSuchResource('The portal’s login page', 'login_page[enabled]')
  const { business_profile: profile } = current
  const headline = text(params, 'business_profile.headline')
  const name = text(params, 'name')
  return {
    business_profile: {
      headline: headline === undefined ? profile.headline : headline || null,
      privacy_policy_url: addressAsked(
        params,
        'business_profile.privacy_policy_url',
        profile.privacy_policy_url,
      ),
      terms_of_service_url: addressAsked(
        params,
        'business_profile.terms_of_service_url',
        profile.terms_of_service_url,
      ),
    },
    default_return_url: addressAsked(params, 'default_return_url', current.default_return_url),
    features: featuresAsked(params, current.features),
    metadata: metadata(params, current.metadata ?? {}),
    name: name === undefined ? current.name : name || null,
  }
}

function create(world: World, params: Params): Configuration {
  if (params['features'] === undefined) required(params, 'features')
  const configuration: Configuration = {
    id: newId('bpc'),
    object: 'billing_portal.configuration',
    active: true,
    application: null,
    business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
    created: world.now(),
    default_return_url: null,
    features: allOff,
    is_default: false,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: {},
    name: null,
    updated: world.now(),
  }
  Object.assign(configuration, changes(params, configuration))
  world.store.add(configuration)
  world.emit('billing_portal.configuration.created', configuration)
  return configuration
}

export const portalConfigurationRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/billing_portal/configurations',
    takes,
    run: (world, { params }) => create(world, params),
  },
  listRoute(
    '/v1/billing_portal/configurations',
    'billing_portal.configuration',
    ['active', 'is_default'],
    (params) => {
      const isDefault = flag(params, 'is_default')
      const where = isDefault === undefined ? {} : { label: String(isDefault) }
      return { where: { ...stateFlag(params, 'active'), ...where } }
    },
  ),
  readRoute('/v1/billing_portal/configurations/:id', 'billing_portal.configuration'),
  {
    method: 'POST',
    path: '/v1/billing_portal/configurations/:id',
    takes: [...takes, 'active'],
    run(world, { id, params }) {
      const configuration = findOrRefuse(world, 'billing_portal.configuration', id)
      const active = flag(params, 'active') ?? configuration.active
      return world.amend(
        configuration,
        { ...changes(params, configuration), active, updated: world.now() },
        'billing_portal.configuration.updated',
      )
    },
  },
]
