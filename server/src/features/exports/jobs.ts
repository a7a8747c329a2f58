import type { Services } from '#services.ts'
import { deleteOldExports } from './claim-export.ts'

export function exportJobs(services: Services): void {
  services.jobs.every('47 3 * * *', 'forget-exports', () => deleteOldExports(services))
}
