import type { Feature } from '#features/feature.ts'
import { endBilling } from './end-billing.ts'
import { endDueBlocks } from './end-due-blocks.ts'
import { endOpenBilling } from './end-open-billing.ts'
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
}
