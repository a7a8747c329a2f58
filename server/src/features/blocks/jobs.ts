import type { Services } from '#services.ts'
import { endBilling } from './end-billing.ts'
import { endDueBlocks } from './end-due-blocks.ts'
import { endOpenBilling } from './end-open-billing.ts'

/** Declares the background work of blocks. */
export function blockJobs(services: Services): void {
  services.jobs.work('end-billing', ({ blockId }) => endBilling(services, String(blockId)), {
    keyOf: ({ blockId }) => String(blockId),
  })
  services.jobs.every('* * * * *', 'end-blocks', async () => void (await endDueBlocks(services)))
  services.jobs.every('47 * * * *', 'end-open-billing', () => endOpenBilling(services))
}
