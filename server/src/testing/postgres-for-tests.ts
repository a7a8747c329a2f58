import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { type DatabaseAddress, onDatabase, newClient } from '#db/address.ts'
import { openEmbeddedPostgres } from '#db/embedded-postgres.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { openJobs } from '#jobs/jobs.ts'

declare module 'vitest' {
  interface ProvidedContext {
    serverForTests: DatabaseAddress
    templateDatabase: string
  }
}

/** Runs once: starts a database server (or uses TEST_DATABASE_URL) and migrates the template that every file copies. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { address, stop } = await serverForTests()
  const template = `touchline_template_${process.pid}`
  await runOn(address, `create database ${template}`)
  await migrateDatabase(onDatabase(address, template))
  await createJobTables(onDatabase(address, template))
  project.provide('serverForTests', address)
  project.provide('templateDatabase', template)
  return async () => {
    await runOn(address, `drop database ${template} with (force)`)
    await stop()
  }
}

/** Otherwise every test file would create them, which takes longer than copying them. */
async function createJobTables(address: DatabaseAddress): Promise<void> {
  const jobs = openJobs(address, console, { hasSchedules: false })
  await jobs.start()
  await jobs.stop()
}

async function serverForTests(): Promise<{ address: DatabaseAddress; stop: () => Promise<void> }> {
  const url = process.env['TEST_DATABASE_URL']
  if (url) return { address: { url }, stop: async () => {} }
  removeLeftovers()
  const dataDir = mkdtempSync(join(folderForDatabases(), `${prefix}${process.pid}-`))
  const server = await openEmbeddedPostgres({ dataDir, durable: false })
  return {
    address: { connection: server.connection },
    stop: async () => {
      await server.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const prefix = 'touchline-tests-'
const leftover = new RegExp(`^${prefix}(\\d+)-`)
const memory = '/dev/shm'
const roomForDatabases = 4 * 2 ** 30

/** In memory where possible: every database is hundreds of files. */
function folderForDatabases(): string {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= roomForDatabases ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** Deletes the databases of killed test runs, which may be in memory. */
function removeLeftovers(): void {
  for (const folder of new Set([folderForDatabases(), tmpdir()]))
    for (const name of readdirSync(folder)) {
      const [, pid] = leftover.exec(name) ?? []
      if (pid && !isRunning(Number(pid))) rmSync(join(folder, name), { recursive: true, force: true })
    }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function runOn(address: DatabaseAddress, statement: string): Promise<void> {
  const client = newClient(address)
  await client.connect()
  await client.query(statement)
  await client.end()
}
