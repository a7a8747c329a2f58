import { blank, by, nothing } from '#db/erasure-rule.ts'
import type { Feature } from '#features/feature.ts'
import { exportTips } from './export.ts'
import { deleteFailedMessages } from './held/decide-message.ts'
import { exportHeldMessages } from './held/queries.ts'
import { routes } from './routes.ts'
import { settleOpenTips } from './settle-tip.ts'
import { handleTipEvents } from './webhook-handlers.ts'

export const tips: Feature = {
  routes,
  jobs(services) {
    handleTipEvents(services)
    services.jobs.every('* * * * *', 'settle-open-tips', () => settleOpenTips(services))
    services.jobs.every('49 3 * * *', 'delete-failed-messages', () => deleteFailedMessages(services))
  },
  erase: [
    {
      table: 'tips',
      fate: 'emptied',
      holds: 'tips: the message and the card',
      whose: by('from_person_id'),
      columns: { message: nothing, card_brand: blank, card_last4: blank, failure_message: nothing },
      keeps: [
        'status',
        'idempotency_key',
        'customer_id',
        'payment_method_id',
        'payment_intent_id',
        'failure_code',
      ],
      why: 'the books refer to them: amount, time and ids',
    },
    {
      table: 'held_tip_messages',
      fate: 'deleted',
      holds: 'messages of tips that wait for approval',
      whose: by('person_id'),
    },
  ],
  export: { profile: exportHeldMessages, lists: [{ type: 'tips', rows: exportTips }] },
}
