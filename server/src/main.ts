import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { declareJobs, mountApp } from '#app.ts'
import { backUpBeforeUpgrade } from '#backups/before-upgrade.ts'
import { readConfig } from '#config/config.ts'
import type { DatabaseAddress } from '#db/address.ts'
import { assertDurability } from '#db/durability.ts'
import { type EmbeddedPostgres, openEmbeddedPostgres } from '#db/embedded-postgres.ts'
import { refuseHalfRestored } from '#db/half-restored.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { isPermanent } from '#db/start-failure.ts'
import { seedDemoClub } from '#demo/seed-demo-club.ts'
import { diskSentence } from '#files/disk-failure.ts'
import { guardEgress } from '#egress/guard-egress.ts'
import { expireBeforeClockMove } from '#features/staff/end-invitations.ts'
import { firstAdminLink } from '#features/staff/first-admin.ts'
import { recordTextVersions } from '#features/agreements/text-versions.ts'
import { applyConfiguredTerms } from '#features/ledger/terms.ts'
import { openMetrics } from '#features/health/open-metrics.ts'
import { refuseLostRows } from '#features/media-access/refuse-lost-rows.ts'
import { resumeWork } from '#features/media/retry-work.ts'
import { restoreSimulator } from '#features/simulator/restore-simulator.ts'
import { holdRequests } from './http/hold-requests.ts'
import { openHttpServer } from '#http/server.ts'
import { openServices } from '#open-services.ts'
import { runSandboxJobs } from '#payments/run-sandbox-jobs.ts'
import { prepareDemoCodes } from '#features/subscriptions/checkout/demo-codes.ts'
import { setUpProvider } from '#payments/set-up.ts'
import { failureText, reportFailure } from '#process/report-failure.ts'
import { movingClock } from '#time/clock.ts'
import { withProgress } from '#process/progress.ts'
import { announce } from '#commands/start-message.ts'
import { returnMemoryWhenIdle } from '#process/return-memory.ts'
import { makeDataFolder, listenError } from '#process/start-problems.ts'
import { stopInOrder, type Stopping } from '#process/stop.ts'
import { ConfigProblem } from '#config/config-problem.ts'
import { watchForClockSetBack } from '#time/clock-skew.ts'

const webFolder = fileURLToPath(new URL('../../web/dist', import.meta.url))
const say = (sentence: string) => void process.stdout.write(`${sentence}\n`)

/** The functions that close what has been opened, in the order of opening. */
const opened: (() => unknown)[] = []
async function closeOpened(): Promise<void> {
  const failures: unknown[] = []
  for (const close of opened.toReversed())
    try {
      await close()
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) throw failures[0]
}

/** Starts the site, still closed to visitors. Returns how to stop it and how to open it. */
async function start(): Promise<Stopping & { open: () => void }> {
  const config = readConfig(process.env)
  for (const warning of config.warnings) process.stderr.write(`${warning}\n`)
  guardEgress(config)
  await makeDataFolder(config.dataDir)
  const embedded = config.databaseUrl ? null : await openEmbedded(config.dataDir)
  const database: DatabaseAddress = embedded
    ? { connection: embedded.connection }
    : { url: config.databaseUrl! }
  const clock = movingClock()
  const address = { url: config.publicUrl ?? `http://localhost:${config.port}` }
  await refuseHalfRestored(database)
  if (embedded) await backUpBeforeUpgrade(database, { ...config, say })
  await withProgress('Preparing the tables', () => migrateDatabase(database))
  const app = await openHttpServer(config, address)
  const openToVisitors = holdRequests(app)
  const { services, close } = await openServices({
    config,
    clock,
    database,
    address,
    log: app.log,
    sandboxFile: join(config.dataDir, 'payment-sandbox.sqlite'),
  })
  opened.push(close)
  await refuseLostRows(services)
  await assertDurability(services.db.$client, { ...config, warn: (words) => app.log.warn(words) })
  if (services.payments.sandbox) await restoreSimulator({ ...services, clock })
  await applyConfiguredTerms(services)
  await recordTextVersions(services)
  declareJobs(services)
  await mountApp(app, { ...services, clock }, webFolder)
  const metrics = await openMetrics(app, services)
  opened.push(
    () => metrics?.close(),
    () => app.close(),
  )
  await services.live.start()
  // More connections may arrive at once than Node's backlog of 511; clients would retry after seconds.
  const { host, port } = config
  await app.listen({ host, port, backlog: 4096 }).catch((error: unknown) => {
    throw listenError(error, { host, port, hostName: 'HOST', portName: 'PORT' })
  })
  const bound = app.server.address()
  if (!config.publicUrl && bound && typeof bound === 'object') address.url = `http://localhost:${bound.port}`
  if (!config.isQuiet) opened.push(await startWork({ ...services, clock }))
  const link = config.seedDemo || config.isQuiet ? null : await firstAdminLink(services)
  opened.push(returnMemoryWhenIdle())
  return {
    open() {
      openToVisitors()
      announce(services, say, link)
    },
    tell: (err, words) => app.log.fatal({ err }, words),
    delaySeconds: config.shutdownDelaySeconds,
    announce() {
      services.life.stop()
      app.drain()
    },
    cut: () => app.server.closeAllConnections(),
    stop: closeOpened,
  }
}

/** Opens the embedded database. Closing waits until it has opened. */
function openEmbedded(dataDir: string): Promise<EmbeddedPostgres> {
  const opening = openEmbeddedPostgres({
    dataDir,
    onProgress: (sentence) => say(`${sentence} …`),
    onExit: (reason) => {
      process.stderr.write(`${reason}\n`)
      process.exit(1)
    },
  })
  opened.push(async () => (await opening.catch(() => null))?.close())
  return opening
}

/** Seeds the demo club. Closing aborts the seeding and its picture in work, and waits for its current step. */
async function seedDemo(services: Parameters<typeof seedDemoClub>[0]): Promise<void> {
  const closing = new AbortController()
  const seeding = seedDemoClub(services, { say, signal: closing.signal })
  opened.push(async () => {
    closing.abort()
    // At low priority, one picture on a busy machine takes longer than a shutdown may.
    services.images.close()
    services.programs.close()
    await seeding.catch(() => {})
  })
  await seeding
}

/** Starts payments, seeding and background jobs. Returns how to stop the timers. */
async function startWork(services: Parameters<typeof seedDemoClub>[0]): Promise<() => void> {
  await withProgress('Setting up payments', () =>
    setUpProvider(services, services.config.seedDemo ? prepareDemoCodes : undefined),
  )
  if (services.config.seedDemo) await seedDemo(services)
  await services.jobs.start()
  await resumeWork(services)
  const stopWatching = watchForClockSetBack((byMs) => {
    expireBeforeClockMove(services, byMs).catch((err: unknown) =>
      services.log.warn({ err }, 'ending expired states after a clock change failed'),
    )
  })
  const stopSandbox = runSandboxJobs(services)
  return () => {
    stopWatching()
    stopSandbox()
  }
}

const stop = stopInOrder({
  announce() {},
  cut() {},
  delaySeconds: 0,
  tell: (error, words) => process.stderr.write(`${words}\n${failureText(error)}\n`),
  stop: closeOpened,
})
try {
  const site = await start()
  // Register the site first: the printed message may be answered with a signal at once.
  if (stop.next(site)) site.open()
} catch (error) {
  const disk = diskSentence(error, resolve(process.env['DATA_DIR'] ?? 'data'))
  // Exit code 78 (EX_CONFIG) tells a supervisor that only the operator can fix the problem.
  const isFailure = stop.now(disk || error instanceof ConfigProblem || isPermanent(error) ? 78 : 1)
  // An error caused by stopping is no failure.
  if (isFailure) reportFailure(disk ? new ConfigProblem([disk]) : error)
}
