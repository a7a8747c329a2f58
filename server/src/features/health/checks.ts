import { checkNames, type HealthCheck } from '@touchline/contract/health.ts'
import { sql } from 'drizzle-orm'
import { maxSkewMs } from '#time/clock-skew.ts'
import { hasOurTables } from '#db/steps-current.ts'
import { maxWaitSeconds } from '#jobs/queue-figures.ts'
import type { Services } from '#services.ts'
import { type Check, type Installation, installationChecks, runCheck } from './installation-checks.ts'
import { fetchBacklog } from './measurements.ts'

type Name = HealthCheck['name']
type Checked = Installation & Pick<Services, 'clockWatch' | 'jobs'>

const maxJobWaitSeconds = 5 * 60
const maxEventWaitSeconds = 5 * 60

const checks: Record<Exclude<Name, 'database'>, Check<Checked>> = {
  tables: {
    healthy: 'The tables match this version.',
    fault: async ({ healthDb }) =>
      (await hasOurTables(healthDb))
        ? null
        : 'The tables belong to another version of the program: start that one.',
  },
  clock: {
    healthy: 'The clock is right, as far as other machines say.',
    fault: async ({ clockWatch }) =>
      Math.abs(clockWatch.aheadMs()) > maxSkewMs
        ? 'The clock of this machine is more than five minutes off: set it right.'
        : null,
  },
  jobs: {
    healthy: 'Background work is being done.',
    fault: async ({ jobs, healthDb }) => {
      if (!jobs.isWorking()) return 'Background work has not started, or has stopped.'
      const waiting = await maxWaitSeconds(healthDb, jobs.longQueues())
      return waiting > maxJobWaitSeconds ? 'Background work is not getting done.' : null
    },
  },
  webhooks: {
    healthy: 'Events from the payment provider are handled as they arrive.',
    fault: async ({ healthDb, clock }) =>
      (await fetchBacklog(healthDb, clock.now())).events.oldestSeconds > maxEventWaitSeconds
        ? 'Events from the payment provider are waiting to be handled.'
        : null,
  },
  ...installationChecks,
}

async function askDatabase({ healthDb, clockWatch }: Checked): Promise<boolean> {
  const { rows } = await healthDb.execute<{ nowMs: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float as "nowMs"`,
  )
  const nowMs = rows[0]?.nowMs
  // A database on this machine shares our clock: its agreement must not clear a skew that others reported.
  if (nowMs !== undefined && Math.abs(Date.now() - nowMs) > maxSkewMs) clockWatch.observe(nowMs)
  return true
}

const needsDatabase = new Set<Name>([
  'tables',
  'jobs',
  'mail',
  'webhooks',
  'receivers',
  'payments',
  'gate',
  'demo',
  'versions',
])

/** /readyz leaves out what does not keep a site from serving. */
export const readyzChecks: readonly Name[] = [
  'database',
  'tables',
  'disk',
  'storage',
  'clock',
  'jobs',
  'mail',
  'webhooks',
]

/** The checks a single process needs to serve requests; the others concern all processes alike. */
export const servingChecks: readonly Name[] = ['database', 'tables']

/** Runs all checks, or the named ones. Checks that need the database fail with it. */
export async function checkHealth(
  services: Checked,
  names: readonly Name[] = checkNames,
): Promise<HealthCheck[]> {
  const isDatabaseUp = await askDatabase(services).catch(() => false)
  return Promise.all(
    names.map(async (name) => {
      if (name === 'database')
        return {
          name,
          isWell: isDatabaseUp,
          isSkipped: false,
          words: isDatabaseUp ? 'The database answers.' : 'The database does not answer.',
        }
      if (!isDatabaseUp && needsDatabase.has(name))
        return { name, isWell: false, isSkipped: false, words: 'This depends on the database.' }
      return runCheck(name, checks[name], services)
    }),
  )
}
