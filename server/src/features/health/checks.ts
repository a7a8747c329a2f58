import { checkNames, type HealthCheck } from '@touchline/contract/health.ts'
import { sql } from 'drizzle-orm'
import { lastBackup } from '#backups/last-backup.ts'
import { maxSkewMs } from '#time/clock-skew.ts'
import { hasOurTables } from '#db/steps-current.ts'
import { maxWaitSeconds } from '#jobs/queue-figures.ts'
import type { Services } from '#services.ts'
import { diskSpace, fetchBacklog } from './measurements.ts'

type Looked = Pick<Services, 'config' | 'clock' | 'clockWatch' | 'jobs' | 'healthDb' | 'media'>
type Name = HealthCheck['name']

/** Null is well; a sentence says what is not, to anybody: no figure, no address, no name. */
type Look = (services: Looked) => Promise<string | null>

const longestWorkWaitSeconds = 5 * 60
const longestLetterWaitSeconds = 15 * 60
const longestEventWaitSeconds = 5 * 60
const longestWithoutBackupMs = 8 * 24 * 60 * 60 * 1000

const well: Record<Name, string> = {
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

/** What is true instead where a check does not apply, as in a demo; null where it applies. */
const notApplicable: Partial<Record<Name, (services: Looked) => string | null>> = {
  mail: ({ config }) =>
    config.isProduction || config.mail.smtpUrl
      ? null
      : 'No mail server is configured: emails are only written to files.',
  backup: ({ config }) =>
    config.isProduction ? null : 'Backups are not checked: NODE_ENV is not production.',
}

const looks: Record<Name, Look> = {
  database: async ({ healthDb, clockWatch }) => {
    const { rows } = await healthDb.execute<{ nowMs: number }>(
      sql`select (extract(epoch from clock_timestamp()) * 1000)::float as "nowMs"`,
    )
    const nowMs = rows[0]?.nowMs
    // A database of this same machine agrees with us in any case, and must not hide what others say.
    if (nowMs !== undefined && Math.abs(Date.now() - nowMs) > maxSkewMs) clockWatch.heard(nowMs)
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
    return waiting > longestWorkWaitSeconds ? 'Background work is not getting done.' : null
  },
  mail: async ({ config, healthDb, clock }) => {
    if (!config.mail.smtpUrl)
      return 'No mail server is configured: emails are only written to files. Set SMTP_URL.'
    return (await fetchBacklog(healthDb, clock.now())).letters.oldestSeconds > longestLetterWaitSeconds
      ? 'Emails are waiting for the mail server.'
      : null
  },
  webhooks: async ({ healthDb, clock }) =>
    (await fetchBacklog(healthDb, clock.now())).events.oldestSeconds > longestEventWaitSeconds
      ? 'Events from the payment provider are waiting to be handled.'
      : null,
  backup: async ({ config }) => {
    const { made } = await lastBackup(config.dataDir)
    if (!made) return 'No backup has ever been made: run npm run backup every night.'
    return Date.now() - Date.parse(made.at) > longestWithoutBackupMs
      ? 'The last backup is more than a week old: check that it still runs every night.'
      : null
  },
}

const needsDatabase = new Set<Name>(['tables', 'jobs', 'mail', 'webhooks'])

/** A site without a backup still serves: /readyz says nothing of it. */
export const readyzChecks = checkNames.filter((name) => name !== 'backup')

/** What one process needs to answer people at all; the rest is trouble that all of them share. */
export const servingChecks: readonly Name[] = ['database', 'tables']

/** Looks at everything, or at what is named. Where the database is away, what only it knows is not well either. */
export async function checkHealth(
  services: Looked,
  names: readonly Name[] = checkNames,
): Promise<HealthCheck[]> {
  const isAway = await looks.database(services).then(
    () => false,
    () => true,
  )
  return Promise.all(
    names.map(async (name) => {
      if (name === 'database')
        return { name, isWell: !isAway, words: isAway ? 'The database does not answer.' : well.database }
      if (isAway && needsDatabase.has(name))
        return { name, isWell: false, words: 'This depends on the database.' }
      const instead = notApplicable[name]?.(services)
      if (instead) return { name, isWell: true, words: instead }
      const words = await looks[name](services).catch(() => 'This could not be checked.')
      return { name, isWell: words === null, words: words ?? well[name] }
    }),
  )
}
