import type { HealthCheck } from '@touchline/contract/health.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { paymentAlerts } from '#alerts/schema.ts'
import { lastBackup } from '#backups/last-backup.ts'
import { demoAccessCode } from '#config/config.ts'
import { modeOf } from '#payments/assert-provider.ts'
import { providerSetUpAlert } from '#payments/check-provider.ts'
import type { Services } from '#services.ts'
import { findEndedVersions } from './ended-versions.ts'
import { diskSpace, fetchBacklog } from './measurements.ts'

type Name = HealthCheck['name']
export type Installation = Pick<Services, 'config' | 'clock' | 'healthDb' | 'programs'> & {
  media: Pick<Services['media'], 'reach'>
}

/**
 * `exempt` returns the message when a check does not apply, as in a demo. `fault` resolves to null when healthy,
 * otherwise to a public sentence without addresses or personal data.
 */
export type Check<Needs> = {
  healthy: string
  exempt?: (services: Needs) => string | null
  fault: (services: Needs) => Promise<string | null>
}

const maxEmailWaitSeconds = 15 * 60
const maxBackupAgeMs = 8 * 24 * 60 * 60 * 1000

const ofInstallation = [
  'disk',
  'storage',
  'mail',
  'receivers',
  'payments',
  'gate',
  'demo',
  'programs',
  'versions',
  'backup',
] as const

export const installationChecks: Record<(typeof ofInstallation)[number], Check<Installation>> = {
  disk: {
    healthy: 'There is room on the disk.',
    fault: async (services) => {
      const { freeBytes, floorBytes } = await diskSpace(services)
      return freeBytes < floorBytes ? 'The disk is nearly full: uploads are refused.' : null
    },
  },
  storage: {
    healthy: 'Pictures and films can be stored and shown.',
    fault: ({ media }) =>
      media.reach().then(
        () => null,
        () => 'The storage of pictures and films does not answer: they are not shown, and none can be added.',
      ),
  },
  mail: {
    healthy: 'Emails are sent as they are written.',
    exempt: ({ config }) =>
      config.isProduction || config.mail.smtpUrl
        ? null
        : 'No mail server is configured: emails are only written to files.',
    fault: async ({ config, healthDb, clock }) => {
      if (!config.mail.smtpUrl)
        return 'No mail server is configured: emails are only written to files. Set SMTP_URL.'
      return (await fetchBacklog(healthDb, clock.now())).letters.oldestSeconds > maxEmailWaitSeconds
        ? 'Emails are waiting for the mail server.'
        : null
    },
  },
  receivers: {
    healthy: 'No webhook was switched off after failures.',
    fault: async ({ healthDb }) => {
      const { rows } = await healthDb.execute<{ url: string }>(sql`
        select url from webhook_endpoints where state = 'disabled' order by url`)
      if (rows.length === 0) return null
      const hosts = new Set(rows.map(({ url }) => new URL(url).host))
      return `Events no longer go to ${[...hosts].join(', ')}: the webhook was switched off after failures. Repair the receiver, then switch it on at /admin/programs.`
    },
  },
  payments: {
    healthy: 'The payment account, its webhook endpoint and the price are set up.',
    exempt: ({ config }) =>
      config.isPublic || config.payments.stripe ? null : 'Payments are simulated: no real money moves.',
    fault: async ({ config, healthDb }) => {
      const mode = modeOf(config)
      if (mode === 'sandbox')
        return 'Payments are simulated on a public address: set STRIPE_SECRET_KEY before members join.'
      const [alert] = await healthDb
        .select({ message: paymentAlerts.message })
        .from(paymentAlerts)
        .where(and(eq(paymentAlerts.kind, providerSetUpAlert), isNull(paymentAlerts.resolvedAt)))
        .limit(1)
      if (alert) return alert.message
      return mode === 'test' && config.isPublic
        ? 'Payments are tests on a public address: set STRIPE_SECRET_KEY to a live key before members join.'
        : null
    },
  },
  gate: {
    healthy: 'The gate is open to everyone, or has a code of its own.',
    exempt: ({ config }) =>
      config.isPublic ? null : 'The gate is not checked: this site has no public address.',
    fault: async ({ config, healthDb, clock }) => {
      const { rows } = await healthDb.execute<{ isOn: boolean | null; hasCode: boolean }>(sql`
        select
          (select (settings->>'gateIsOn')::boolean from site_versions
            where number is not null order by number desc limit 1) as "isOn",
          exists(select from gate_codes where ended_at is null
            and (expires_at is null or expires_at > ${clock.now()})
            and (max_uses is null or uses < max_uses)) as "hasCode"`)
      const [found] = rows
      if (!(found?.isOn ?? config.accessCode !== null)) return null
      if (config.accessCode === demoAccessCode)
        return 'The gate has the code of the demo, which everyone can read: set another ACCESS_CODE.'
      return config.accessCode === null && !found?.hasCode
        ? 'The gate is on and has no code, so no one can come in: make one at /admin/gate.'
        : null
    },
  },
  demo: {
    healthy: 'There are no demo accounts.',
    exempt: ({ config }) =>
      config.isPublic ? null : 'Demo accounts are not checked: this site has no public address.',
    fault: async ({ healthDb }) => {
      const { rows } = await healthDb.execute(sql`
        select from people
        where email in ('admin@touchline.example', 'creator@touchline.example') and not is_blocked`)
      return rows.length > 0
        ? 'Demo accounts exist on a public address, and everyone can read their password: block them, or start with a new database.'
        : null
    },
  },
  programs: {
    healthy: 'The programs for films are installed and recent enough.',
    exempt: ({ config }) =>
      config.isProduction ? null : 'Programs are not checked: NODE_ENV is not production.',
    fault: async ({ programs }) => {
      const { problem } = await programs.found()
      return problem && `${problem} Films are only shown as they were uploaded: install a recent ffmpeg.`
    },
  },
  versions: {
    healthy: 'Node.js and PostgreSQL still get security fixes.',
    exempt: ({ config }) =>
      config.isProduction ? null : 'Versions are not checked: NODE_ENV is not production.',
    fault: async ({ healthDb }) => {
      const { rows } = await healthDb.execute<{ server_version: string }>(sql`show server_version`)
      const versions = { 'Node.js': process.versions.node, PostgreSQL: rows[0]?.server_version ?? '' }
      return findEndedVersions(versions, new Date())
    },
  },
  backup: {
    healthy: 'There is a recent backup.',
    exempt: ({ config }) =>
      config.isProduction ? null : 'Backups are not checked: NODE_ENV is not production.',
    fault: async ({ config }) => {
      const { made } = await lastBackup(config.dataDir)
      if (!made) return 'No backup has ever been made: run npm run backup every night.'
      return Date.now() - Date.parse(made.at) > maxBackupAgeMs
        ? 'The last backup is more than a week old: check that it still runs every night.'
        : null
    },
  },
}

/** Checks what concerns the installation, also beside the running site. */
export const checkInstallation = (services: Installation): Promise<HealthCheck[]> =>
  Promise.all(ofInstallation.map((name) => runCheck(name, installationChecks[name], services)))

/** A check that cannot be done is not well either. */
export async function runCheck<Needs>(
  name: Name,
  { healthy, exempt, fault }: Check<Needs>,
  services: Needs,
): Promise<HealthCheck> {
  const exemption = exempt?.(services)
  if (exemption) return { name, isWell: true, isSkipped: true, words: exemption }
  const words = await fault(services).catch(() => 'This could not be checked.')
  return { name, isWell: words === null, isSkipped: false, words: words ?? healthy }
}
