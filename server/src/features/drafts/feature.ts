import { ofCreators, untouched } from '#db/erasure-rule.ts'
import type { Feature } from '#features/feature.ts'
import { countDraftBytes } from './count-bytes.ts'
import { publishDue } from './publish-due.ts'
import { routes } from './routes.ts'

export const drafts: Feature = {
  routes,
  jobs(services) {
    countDraftBytes(services)
    services.jobs.every('* * * * *', 'publish-scheduled', async () => void (await publishDue(services)))
  },
  erase: untouched(ofCreators, 'drafts', 'draft_parts'),
}
