import { validate } from 'uuid'
import { isBooked } from '#features/ledger/book-payment.ts'
import type { TipServices } from './charge-tip.ts'
import { tipById } from './queries.ts'
import { bookingOf } from './record-outcome.ts'
import { settleTip } from './settle-tip.ts'

const eventTypes = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.canceled',
] as const

/** Settles a tip when Stripe reports its payment, and books it when Stripe has settled the charge. */
export function handleTipEvents(services: TipServices): void {
  services.payments.inbox.on(eventTypes, async ({ object }) => {
    const tipId = tipIdOf(object)
    if (!tipId || typeof object['id'] !== 'string') return 'ignored'
    return (await settleTip(services, tipId, object['id'])) ? undefined : 'ignored'
  })
  services.payments.inbox.on(['charge.updated'], ({ object }) => bookSettled(services, object))
}

/** Books a completed tip once the provider has settled it, in case the earlier booking gave up. */
async function bookSettled({ db, jobs }: TipServices, object: Record<string, unknown>) {
  const tipId = tipIdOf(object)
  const settled = object['balance_transaction']
  if (!tipId || typeof settled !== 'string' || (await isBooked({ db }, settled))) return 'ignored'
  const tip = await tipById(db, tipId)
  if (!tip?.paymentIntentId || tip.status !== 'completed') return 'ignored'
  await jobs.enqueue(db, 'book-payment', bookingOf(tip, tip.paymentIntentId))
  return undefined
}

function tipIdOf({ metadata }: Record<string, unknown>): string | null {
  const tipId = metadata && typeof metadata === 'object' && 'tip_id' in metadata ? metadata.tip_id : null
  return validate(tipId) ? String(tipId) : null
}
