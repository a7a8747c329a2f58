import { by, nothing } from '#db/erasure-rule.ts'
import type { Feature } from '#features/feature.ts'
import { endBilling, endOpenBilling } from './end-billing.ts'
import { endDueBlocks } from './end-due-blocks.ts'
import { routes } from './routes.ts'

export const blocks: Feature = {
  routes,
  jobs(services) {
    const { jobs } = services
    jobs.work('end-billing', ({ blockId }) => endBilling(services, String(blockId)), {
      keyOf: ({ blockId }) => String(blockId),
    })
    jobs.every('* * * * *', 'end-blocks', async () => void (await endDueBlocks(services)))
    jobs.every('47 * * * *', 'end-open-billing', () => endOpenBilling(services))
  },
  erase: [
    {
      table: 'blocks',
      fate: 'emptied',
      holds: 'when they were blocked, and the reason staff gave',
      whose: by('person_id'),
      columns: { reason: nothing },
      keeps: [],
      why: 'staff actions stay on record: who, what, when',
    },
  ],
}
