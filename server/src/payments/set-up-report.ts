import type { ProviderMode } from './assert-provider.ts'
import type { SetUpStep } from './set-up-step.ts'

const outcomes = {
  found: 'is there',
  made: 'made',
  repaired: 'repaired',
  replaced: 'replaced',
  skipped: 'skipped',
}

/** Settings of Stripe's dashboard that no API can read or set. */
const forTheOperator = [
  'Set these in Stripe’s dashboard; they cannot be read or set from here:',
  '  Billing > Revenue recovery > Retries: Smart Retries, 8 retries in 2 weeks; if all fail, cancel the subscription.',
  '  Settings > Payment methods: cards, and Cash App Pay if PAYMENT_METHODS names it.',
  '  Settings > Billing > E-mails: off; this site sends its own receipts and reminders.',
]

export function setUpReport(mode: ProviderMode, steps: readonly SetUpStep[]): string[] {
  const width = Math.max(...steps.map(({ what }) => what.length))
  const lines = steps.flatMap(({ what, outcome, id, note }) => [
    `  ${what.padEnd(width)}  ${outcomes[outcome]}${id ? `  ${id}` : ''}`.trimEnd(),
    ...(note ? [`    ${note}`] : []),
  ])
  const changed = steps.some(({ outcome }) => outcome !== 'found' && outcome !== 'skipped')
  const isEndpointNew = steps.some(
    ({ what, outcome }) =>
      what.startsWith('webhook endpoint') && (outcome === 'made' || outcome === 'replaced'),
  )
  const isEndpointMissing = steps.some(({ outcome }) => outcome === 'skipped')
  return [
    `Payments (${mode}):`,
    ...lines,
    changed ? 'Stripe is set up for this site.' : 'Everything was set up already; nothing was changed.',
    ...(isEndpointNew ? ['The webhook secret is stored encrypted in the database. Restart the site.'] : []),
    ...(isEndpointMissing
      ? [
          'Stripe cannot reach this site without PUBLIC_URL. Set it and run this again, or forward events yourself',
          '(stripe listen --forward-to …/api/webhooks/stripe) and put its secret into STRIPE_WEBHOOK_SECRET.',
        ]
      : []),
    ...(mode === 'sandbox' ? [] : forTheOperator),
  ]
}
