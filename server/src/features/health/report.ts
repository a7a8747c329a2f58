import type { HealthReport } from '@touchline/contract/health.ts'
import { sql } from 'drizzle-orm'
import { lastBackup } from '#backups/last-backup.ts'
import type { Load } from '#http/load.ts'
import { failedJobs, queueFigures } from '#jobs/queue-figures.ts'
import type { Services } from '#services.ts'
import { version } from '#process/version.ts'
import { checkHealth } from './checks.ts'
import { diskSpace, fetchBacklog } from './measurements.ts'

const mostFailedJobs = 20

/** What cannot be told while something is away is null, or an empty list: the checks say what is away. */
const ifToldBy = <Told, Else>(telling: Promise<Told>, otherwise: Else) => telling.catch(() => otherwise)

/** Everything the admins' page shows about how this process and its database are. */
export async function healthReport(services: Services, load: Load): Promise<HealthReport> {
  const { config, healthDb, clock, life, live, programs } = services
  const [checks, waits, queues, failed, disk, ffmpeg, backup, database] = await Promise.all([
    checkHealth(services),
    ifToldBy(fetchBacklog(healthDb, clock.now()), null),
    ifToldBy(queueFigures(healthDb), []),
    ifToldBy(failedJobs(healthDb, mostFailedJobs), []),
    ifToldBy(diskSpace(services), null),
    ifToldBy(programs.found(), null),
    ifToldBy(lastBackup(config.dataDir), null),
    ifToldBy(
      healthDb.execute<{ server_version: string }>(sql`show server_version`).then(({ rows }) => rows[0]),
      null,
    ),
  ])
  return {
    checks,
    versions: {
      app: version,
      node: process.versions.node,
      database: database?.server_version ?? null,
      ffmpeg: ffmpeg?.ffmpeg ? ffmpeg.version : null,
    },
    startedAt: life.startedAt.toISOString(),
    disk,
    load: { ...load.figures(), guests: live.guests() },
    letters: waits?.letters ?? null,
    events: waits?.events ?? null,
    backup,
    queues: queues.map(({ name, waiting, active, failed: lost }) => ({
      name,
      waiting,
      active,
      failed: lost,
    })),
    failedJobs: failed.map(({ queue, attempts, failedAt }) => ({
      queue,
      attempts,
      failedAt: failedAt.toISOString(),
    })),
  }
}
