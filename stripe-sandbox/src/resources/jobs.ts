import type { Jobs } from '#engine/calendar.ts'
import type { Kind, Kinds } from '#engine/wire.ts'
import type { World } from '#engine/world.ts'
import { openDispute } from '#resources/disputes.ts'
import { collect } from '#resources/invoice-collecting.ts'
import { finalize } from '#resources/invoice-life.ts'
import { arrive } from '#resources/payouts.ts'
import { failAction, pay } from '#resources/paying.ts'
import { warnOfFraud } from '#resources/fraud-warnings.ts'
import { settleRefund } from '#resources/refunds.ts'
import { deleteTestClock } from '#resources/test-clocks.ts'
import { endSubscription, expireIncomplete, renew } from '#resources/subscription-life.ts'

function on<K extends Kind>(kind: K, work: (world: World, object: Kinds[K]) => void) {
  return (world: World, id: string): void => {
    const object = world.store.find(kind, id)
    if (object) work(world, object)
  }
}

function settle(world: World, intent: Kinds['payment_intent'], succeeds: boolean): void {
  const method = world.store.find('payment_method', intent.payment_method ?? '')
  if (!method || intent.status !== 'processing') return
  if (succeeds) pay(world, intent, method, { offSession: false, authenticated: true })
  else failAction(world, intent, method)
}

export const jobs: Jobs = {
  renew: on('subscription', renew),
  expire: on('subscription', expireIncomplete),
  end: on('subscription', (world, subscription) => {
    if (subscription.ended_at === null) endSubscription(world, subscription, 'cancellation_requested')
  }),
  finalize: on('invoice', (world, invoice) => {
    if (invoice.status !== 'draft') return
    finalize(world, invoice)
    collect(world, invoice)
  }),
  retry: on('invoice', collect),
  settle: on('payment_intent', (world, intent) => settle(world, intent, true)),
  bounce: on('payment_intent', (world, intent) => settle(world, intent, false)),
  fraud_warning: on('charge', warnOfFraud),
  dispute: on('charge', (world, charge) => {
    if (!charge.refunded && !charge.disputed) openDispute(world, charge, 'fraudulent')
  }),
  refund: on('refund', settleRefund),
  delete_clock: on('test_helpers.test_clock', deleteTestClock),
  arrive: on('payout', arrive),
}
