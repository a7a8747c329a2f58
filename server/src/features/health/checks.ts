import { checkNames, type HealthCheck } from '@touchline/contract/health.ts'
import { sql } from 'drizzle-orm'
import { lastBackup } from '#backups/last-backup.ts'
import { maxSkewMs } from '#time/clock-skew.ts'
import { hasOurTables } from '#db/steps-current.ts'
import { maxWaitSeconds } from '#jobs/queue-figures.ts'
import type { Services } from '#services.ts'
import { diskSpace, fetchBacklog } from './measurements.ts'
type Name = HealthCheck['name']

/** Resolves to null when healthy, otherwise to a public sentence without numbers, addresses or names. */
type Check = (
  services: Pick<Services, 'config' | 'clock' | 'clockWatch' | 'jobs' | 'healthDb' | 'media'>,
) => Promise<string | null>

const maxJobWaitSeconds = 5 * 60
const maxEmailWaitSeconds = 15 * 60
const maxEventWaitSeconds = 5 * 60
const maxBackupAgeMs = 8 * 24 * 60 * 60 * 1000

const healthyText: Record<Name, string> = {
  database: 'The database answers.',
  tables: 'The tables match this version.',
  disk: 'There is room on the disk.',
  storage: 'Pictures and films can be stored and shown.',
  clock: 'The clock is right, as far as other machines say.',
  jobs: 'Background work is being done.',
  mail: 'Emails are sent as they are written.',
  webhooks: 'Events from the payment provider are handled as they arrive.',
  backup: 'There is a recent backup.',
}

/** The message when a check does not apply, as in a demo; null when it applies. */
const notApplicable: Partial<
  Record<
    Name,
    (
      services: Pick<Services, 'config' | 'clock' | 'clockWatch' | 'jobs' | 'healthDb' | 'media'>,
    ) => string | null
  >
> = {
  mail: ({ config }) =>
    config.isProduction || config.mail.smtpUrl
      ? null
      : 'No mail server is configured: emails are only written to files.',
  backup: ({ config }) =>
    config.isProduction ? null : 'Backups are not checked: NODE_ENV is not production.',
}

const checks: Record<Name, Check> = {
  database: async ({ healthDb, clockWatch }) => {
    const { rows } = await healthDb.execute<{ nowMs: number }>(
      sql`select (extract(epoch from clock_timestamp()) * 1000)::float as "nowMs"`,
    )
    const nowMs = rows[0]?.nowMs
    // A database on this machine shares our clock: its agreement must not clear a skew that others reported.
    if (nowMs !== undefined && Math.abs(Date.now() - nowMs) > maxSkewMs) clockWatch.observe(nowMs)
    return null
  },
  tables: async ({ healthDb }) =>
    (await hasOurTables(healthDb))
      ? null
      : 'The tables belong to another version of the program: start that one.',
  disk: async (services) => {
    const { freeBytes, floorBytes } = await diskSpace(services)
    return freeBytes < floorBytes ? 'The disk is nearly full: uploads are refused.' : null
  },
  storage: ({ media }) =>
    media.reach().then(
      () => null,
      () => 'The storage of pictures and films does not answer: they are not shown, and none can be added.',
    ),
  clock: async ({ clockWatch }) =>
    Math.abs(clockWatch.aheadMs()) > maxSkewMs
      ? 'The clock of this machine is more than five minutes off: set it right.'
      : null,
  jobs: async ({ jobs, healthDb }) => {
    if (!jobs.isWorking()) return 'Background work has not started, or has stopped.'
    const waiting = await maxWaitSeconds(healthDb, jobs.longQueues())
    return waiting > maxJobWaitSeconds ? 'Background work is not getting done.' : null
  },
  mail: async ({ config, healthDb, clock }) => {
    if (!config.mail.smtpUrl)
      return 'No mail server is configured: emails are only written to files. Set SMTP_URL.'
    return (await fetchBacklog(healthDb, clock.now())).letters.oldestSeconds > maxEmailWaitSeconds
      ? 'Emails are waiting for the mail server.'
      : null
  },
  webhooks: async ({ healthDb, clock }) =>
    (await fetchBacklog(healthDb, clock.now())).events.oldestSeconds > maxEventWaitSeconds
      ? 'Events from the payment provider are waiting to be handled.'
      : null,
  backup: async ({ config }) => {
    const { made } = await lastBackup(config.dataDir)
    if (!made) return 'No backup has ever been made: run npm run backup every night.'
    return Date.now() - Date.parse(made.at) > maxBackupAgeMs
      ? 'The last backup is more than a week old: check that it still runs every night.'
      : null
  },
}

const needsDatabase = new Set<Name>(['tables', 'jobs', 'mail', 'webhooks'])

/** /readyz leaves out the backup, because a site without one can still serve. */
export const readyzChecks = checkNames.filter((name) => name !== 'backup')

/** The checks a single process needs to serve requests; the others concern all processes alike. */
export const servingChecks: readonly Name[] = ['database', 'tables']

/** Runs all checks, or the named ones. Checks that need the database fail with it. */
export async function checkHealth(
  services: Pick<Services, 'config' | 'clock' | 'clockWatch' | 'jobs' | 'healthDb' | 'media'>,
  names: readonly Name[] = checkNames,
): Promise<HealthCheck[]> {
  const isDatabaseDown = await checks.database(services).then(
    () => false,
    () => true,
  )
  return Promise.all(
    names.map(async (name) => {
      if (name === 'database')
        return {
          name,
          isWell: !isDatabaseDown,
          words: isDatabaseDown ? 'The database does not answer.' : healthyText.database,
        }
      if (isDatabaseDown && needsDatabase.has(name))
        return { name, isWell: false, words: 'This depends on the database.' }
      const exemption = notApplicable[name]?.(services)
      if (exemption) return { name, isWell: true, words: exemption }
      const words = await checks[name](services).catch(() => 'This could not be checked.')
      return { name, isWell: words === null, words: words ?? healthyText[name] }
    }),
  )
}
