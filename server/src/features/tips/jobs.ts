import { validate } from 'uuid'
import type { TipServices } from './charge-tip.ts'
import { settleOpenTips, settleTip } from './settle-tip.ts'

const eventTypes = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.canceled',
] as const

/** What happens to tips without anybody asking: the provider's events, and every minute the open ones. */
export function tipJobs(services: TipServices): void {
  services.payments.inbox.on(eventTypes, async ({ object }) => {
    const tipId = tipIdOf(object)
    if (!tipId || typeof object['id'] !== 'string') return 'ignored'
    return (await settleTip(services, tipId, object['id'])) ? undefined : 'ignored'
  })
  services.jobs.every('* * * * *', 'settle-open-tips', () => settleOpenTips(services))
}

function tipIdOf({ metadata }: Record<string, unknown>): string | null {
  const tipId = metadata && typeof metadata === 'object' && 'tip_id' in metadata ? metadata.tip_id : null
  return validate(tipId) ? String(tipId) : null
}
