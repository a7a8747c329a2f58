import type { ProviderMode } from './assert-provider.ts'
import type { SetUpStep } from './set-up-step.ts'

const outcomes = {
  found: 'is there',
  made: 'made',
  mended: 'mended',
  replaced: 'replaced',
  skipped: 'left out',
}

/** What only a person can set, in Stripe's dashboard: no API reads it, so nothing here can check it. */
const forTheOperator = [
  'Set these in Stripe’s dashboard; they cannot be read or set from here:',
  '  Billing > Revenue recovery > Retries: Smart Retries, 8 tries in 2 weeks; if all fail, cancel the subscription.',
  '  Settings > Payment methods: cards, and Cash App Pay if PAYMENT_METHODS names it.',
  '  Settings > Billing > E-mails: off; this site writes its own receipts and reminders.',
]

/** What set-up found and did, and what is left for the operator, line by line. */
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
    changed ? 'Stripe has what this site needs now.' : 'Everything was there; nothing was changed.',
    ...(isEndpointNew ? ['The webhook secret is kept in the database, sealed. Start the site again.'] : []),
    ...(isEndpointMissing
      ? [
          'Stripe cannot reach this site without PUBLIC_URL. Set it and run this again, or forward events yourself',
          '(stripe listen --forward-to …/api/webhooks/stripe) and put its secret into STRIPE_WEBHOOK_SECRET.',
        ]
      : []),
    ...(mode === 'sandbox' ? [] : forTheOperator),
  ]
}
