import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { openClockSkew } from '#time/clock-skew.ts'
import type { Config } from '#config/config.ts'
import type { DatabaseAddress } from '#db/address.ts'
import { openDatabase } from '#db/database.ts'
import type { Address } from '#http/cookies.ts'
import { openJobs } from '#jobs/jobs.ts'
import { openReadiness } from '#process/readiness.ts'
import { openLive } from '#live/live-hub.ts'
import { openMail } from '#mail/mail.ts'
import { openImages } from '#media/images.ts'
import { openIntake } from '#media/intake.ts'
import { openMediaPrograms } from '#media/media-programs.ts'
import { openMediaStore } from '#media/media-store.ts'
import { raiseAlert, resolveAlert } from '#alerts/alerts.ts'
import { openPayments } from '#payments/payments.ts'
import { isDemoClub } from '#demo/seed-progress.ts'
import { siteSecret } from '#crypto/site-secret.ts'
import type { Services } from '#services.ts'
import { openSite } from '#site/open-site.ts'
import type { Clock } from '#time/clock.ts'

type Options = {
  config: Config
  clock: Clock
  database: DatabaseAddress
  address: Address
  log: FastifyBaseLogger
  /** The payment sandbox's file; ':memory:' in tests. */
  sandboxFile: string
  /** How long the sandbox waits before it resends an event; by default its own value. */
  webhookDelayMs?: number
  /** False only in tests, where scheduled work would interfere. */
  hasSchedules?: boolean
  /** True only in `payments:setup`, which creates what a start requires at the payment provider. */
  isSettingUp?: boolean
}

/** Opens everything that touches the outside; `close` closes it in reverse order. */
export async function openServices(
  options: Options,
): Promise<{ services: Services; close: () => Promise<void> }> {
  let isOver = false
  const { db, close: closeDatabase } = openDatabase(options.database, {
    maxConnections: 10,
    onConnectionLost: (error) => {
      if (!isOver) options.log.warn({ err: error }, 'a database connection was lost')
    },
  })
  const health = openDatabase(options.database, {
    maxConnections: 1,
    answersWithinMs: 1000,
    onConnectionLost: () => {},
  })
  const closeDatabases = async () => {
    isOver = true
    await health.close()
    await closeDatabase()
  }
  try {
    const { services, close } = await openAround(options, db, health.db)
    return {
      services,
      async close() {
        isOver = true
        await close()
        await closeDatabases()
      },
    }
  } catch (error) {
    // Otherwise a stopping database would log a lost connection next to the real error.
    await closeDatabases()
    throw error
  }
}

async function openAround(
  options: Options,
  db: Services['db'],
  healthDb: Services['healthDb'],
): Promise<{ services: Services; close: () => Promise<void> }> {
  const { config, clock, address, log, database, hasSchedules = true, isSettingUp = false } = options
  const clockWatch = openClockSkew()
  const life = openReadiness()
  // Only one process uses the embedded database: it holds the lock of its folder.
  const isAlone = !config.databaseUrl
  const jobs = openJobs(database, log, {
    hasSchedules,
    isAlone,
    onGivenUp: ({ queue, id }) =>
      raiseAlert(
        db,
        { clock, log },
        {
          kind: 'job-given-up',
          subject: id ? `${queue}:${id}` : queue,
          message: id
            ? `The last attempt of a ${queue} job failed. It will not be retried.`
            : `${queue} failed. It runs again at its next scheduled time.`,
        },
      ),
    onRecurred: (queue) =>
      resolveAlert(
        db,
        { clock },
        { kind: 'job-given-up', subject: queue, resolution: 'A later run succeeded.' },
      ),
  })
  const live = openLive({ database, log })
  const folder = join(config.dataDir, 'media')
  const media = await openMediaStore({
    folder,
    s3: config.media.s3,
    log,
    isAlone,
    isForGroup: config.media.accelPrefix !== null,
  })
  const images = openImages({ log })
  const intake = openIntake({ folder, ...config.storage })
  const programs = openMediaPrograms({ searchPath: config.searchPath })
  const secret = await siteSecret(config)
  const isDemo = config.seedDemo && (await isDemoClub(db))
  const site = await openSite({ db, live, log, config, isDemo })
  const { sandboxFile, webhookDelayMs } = options
  const payments = await openPayments({
    config,
    clock,
    clockWatch,
    address,
    db,
    jobs,
    log,
    sandboxFile,
    isSettingUp,
    ...(webhookDelayMs === undefined ? {} : { webhookDelayMs }),
  })
  const mail = openMail(
    { db, jobs, clock, log, address },
    { ...config.mail, outboxFolder: join(config.dataDir, 'outbox') },
  )
  return {
    services: {
      config,
      clock,
      clockWatch,
      life,
      address,
      log,
      db,
      healthDb,
      jobs,
      live,
      media,
      images,
      intake,
      programs,
      secret,
      payments,
      site,
      mail,
    },
    async close() {
      // Interrupted work is repeated at the next start.
      programs.close()
      await jobs.stop()
      mail.close()
      site.close()
      await live.close()
      images.close()
      media.close()
      await payments.close()
    },
  }
}
