import type { HealthReport } from '@touchline/contract/health.ts'
import { sql } from 'drizzle-orm'
import { lastBackup } from '#backups/last-backup.ts'
import type { Load } from '#http/load.ts'
import { failedJobs, queueFigures } from '#jobs/queue-figures.ts'
import type { Services } from '#services.ts'
import { version } from '#process/version.ts'
import { checkHealth } from './checks.ts'
import { diskSpace, fetchBacklog } from './measurements.ts'

const maxFailedJobs = 20

/** Falls back to `otherwise` when a measurement fails; the checks report what is unavailable. */
const orElse = <Value, Else>(measurement: Promise<Value>, otherwise: Else) =>
  measurement.catch(() => otherwise)

/** Returns the health of this process and its database for the admin page. */
export async function healthReport(services: Services, load: Load): Promise<HealthReport> {
  const { config, healthDb, clock, life, live, programs } = services
  const [checks, backlog, queues, failed, disk, ffmpeg, backup, database] = await Promise.all([
    checkHealth(services),
    orElse(fetchBacklog(healthDb, clock.now()), null),
    orElse(queueFigures(healthDb), []),
    orElse(failedJobs(healthDb, maxFailedJobs), []),
    orElse(diskSpace(services), null),
    orElse(programs.found(), null),
    orElse(lastBackup(config.dataDir), null),
    orElse(
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
    load: { ...load.figures(), guests: live.connectionCount() },
    letters: backlog?.letters ?? null,
    events: backlog?.events ?? null,
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
