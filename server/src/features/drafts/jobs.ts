import type { Services } from '#services.ts'
import { countDraftBytes } from './count-bytes.ts'
import { publishDue } from './publish-due.ts'

export function draftJobs(services: Services): void {
  countDraftBytes(services)
  services.jobs.every('* * * * *', 'publish-scheduled', async () => {
    await publishDue(services)
  })
}
