import { readdirSync, readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

import { departures } from './differences.ts'
import { facts } from '#facts/shapes.ts'
import { simulateRichYear } from '#testing/rich-year.ts'

it('covers every type of the SDK’s API version', () => {
  const sizes = [facts.objects, facts.params, facts.event_types].map((part) => Object.keys(part).length)
  expect(sizes).toEqual([26, 32, 275])
})

it('detects extra and missing fields, and wrong types, nulls, values and predecessors', () => {
  const refund = { object: 'refund', id: 1, amount: null, colour: 'green' }
  const found = departures(refund)
  expect(found).toContain('refund.id is number, not string')
  expect(found).toContain('refund.amount may not be null')
  expect(found).toContain('refund.colour is not known')
  expect(found).toContain('refund.currency is missing')
  const problems = departures({
    object: 'event',
    type: 'customer.painted',
    data: { object: { object: 'subscription', status: 'asleep' }, previous_attributes: { colour: 'red' } },
  })
  expect(problems).toContain('event.type is no type of event')
  expect(problems).toContain("event.data.object.status is 'asleep', which is none of its words")
  expect(problems).toContain('event.data.previous_attributes.colour is not known')
})

// The facts do not describe these kinds; only the compiler checks them against the SDK's types.
const withoutShape = ['account', 'radar.early_fraud_warning', 'transfer_reversal']

// Every state of an object in the sandbox; '' for kinds without one.
const states = {
  subscription: ['active', 'canceled', 'incomplete', 'incomplete_expired', 'past_due'],
  invoice: ['draft', 'open', 'paid', 'uncollectible', 'void'],
  invoice_payment: ['canceled', 'open', 'paid'],
  payment_intent: [
    'canceled',
    'processing',
    'requires_action',
    'requires_confirmation',
    'requires_payment_method',
    'succeeded',
  ],
  setup_intent: [
    'canceled',
    'requires_action',
    'requires_confirmation',
    'requires_payment_method',
    'succeeded',
  ],
  charge: ['failed', 'succeeded'],
  refund: ['failed', 'pending', 'succeeded'],
  dispute: [
    'lost',
    'needs_response',
    'under_review',
    'warning_closed',
    'warning_needs_response',
    'warning_under_review',
    'won',
  ],
  balance_transaction: ['available', 'pending'],
  payout: ['failed', 'in_transit', 'paid'],
  webhook_endpoint: ['disabled', 'enabled'],
  'test_helpers.test_clock': ['advancing', 'ready'],
  account: [''],
  transfer: [''],
  transfer_reversal: [''],
  'billing_portal.configuration': [''],
  'billing_portal.session': [''],
}

it('returns and announces every object in every state in its shape', async () => {
  const seen = await simulateRichYear()
  const off = seen.flatMap((object) => departures(object))
  expect([...new Set(off)]).toEqual([])

  const met = new Map<string, Set<string>>()
  for (const object of seen.flatMap((each) => ('data' in each ? [each, snapshotOf(each)] : [each]))) {
    const kind = 'object' in object ? String(object.object) : ''
    const status = 'status' in object ? String(object.status) : ''
    met.set(kind, (met.get(kind) ?? new Set()).add(status))
  }
  for (const [kind, expected] of Object.entries(states))
    expect({ kind, states: [...(met.get(kind) ?? [])].toSorted() }).toEqual({ kind, states: expected })
  const known = new Set(Object.values(facts.objects).map((fields) => fields['object']?.enum?.[0]))
  expect([...met.keys()].filter((kind) => !known.has(kind)).toSorted()).toEqual(withoutShape)

  const types = seen.flatMap((object) => ('type' in object && 'data' in object ? [String(object.type)] : []))
  expect([...new Set(types)].toSorted()).toEqual(namedInSource().filter((type) => type !== ofBrokenClocks))
})

// Emitted when a job of a test clock throws, which none does by itself; the calendar's own test covers it.
const ofBrokenClocks = 'test_helpers.test_clock.internal_failure'

const isSource = (file: string) =>
  file.endsWith('.ts') && !file.endsWith('.test.ts') && !/^(testing|facts)\//.test(file)

/** Every event type that the sandbox's source names. */
function namedInSource(): string[] {
  const folder = new URL('..', import.meta.url)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isSource)
  const source = files.map((file) => readFileSync(new URL(file, folder), 'utf8')).join('\n')
  return facts.event_types.filter((type) => source.includes(`'${type}'`)).toSorted()
}

const snapshotOf = (event: { data?: unknown }): object =>
  typeof event.data === 'object' && event.data && 'object' in event.data ? Object(event.data.object) : {}
