import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEmbeddedPostgres } from '#db/embedded-postgres.ts'
import { onOneConnection } from '#db/one-connection.ts'
import { isPermanent, isStartFailure } from '#db/start-failure.ts'
import { siteSecret } from '#crypto/site-secret.ts'
import { startInVain } from '#testing/failed-start.ts'
import { makeDataFolder, listenError } from './start-problems.ts'
import { ConfigProblem } from '#config/config-problem.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'start-problems-'))
})
afterAll(() => rm(folder, { recursive: true }))

const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof ConfigProblem ? error.message : error),
  )

/** Listens as the site does; what it says where it cannot. */
async function listening(host: string, port: number) {
  const server = createServer().listen(port, host)
  try {
    await once(server, 'listening')
    return server
  } catch (error) {
    throw listenError(error, { host, port, hostName: 'HOST', portName: 'PORT' })
  }
}

// Starts create a database, which takes long on a busy machine.
describe('a start problem that only the operator can fix', () => {
  it('names DATA_DIR when the folder cannot be created', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    for (const dataDir of [file, join(file, 'data')])
      expect(await problemOf(makeDataFolder(dataDir))).toMatch(/^DATA_DIR is ".*file.*\(E\w+\): use a folder/)
    await makeDataFolder(join(folder, 'new', 'data'))
  })

  it.skipIf(process.platform !== 'linux')('names DATA_DIR below an unwritable folder', async () => {
    expect(await problemOf(makeDataFolder('/proc/touchline/data'))).toMatch(/^DATA_DIR is "\/proc\/touchline/)
  })

  it('names PORT and HOST when they cannot be used', async () => {
    const first = await listening('127.0.0.1', 0)
    const bound = first.address()
    const port = typeof bound === 'object' && bound ? bound.port : 0
    expect(await problemOf(listening('127.0.0.1', port))).toBe(
      `PORT is ${port}, which another program is using: stop that one, or choose another port.`,
    )
    first.close()
    expect(await problemOf(listening('192.0.2.1', 0))).toMatch(
      /^HOST is "192.0.2.1", which is not an address of/,
    )
  })

  it('requires SESSION_SECRET with an external database', async () => {
    const own = { sessionSecret: null, dataDir: join(folder, 'own'), databaseUrl: null }
    const made = await siteSecret(own)
    expect(made.length).toBeGreaterThan(32)
    const databaseUrl = 'postgres://club@database.example/club'
    expect(await problemOf(siteSecret({ ...own, dataDir: join(folder, 'other'), databaseUrl }))).toMatch(
      /^SESSION_SECRET is missing: with DATABASE_URL/,
    )
    // One that was made before the database moved is the site's.
    expect(await siteSecret({ ...own, databaseUrl })).toBe(made)
    const sessionSecret = 's'.repeat(32)
    expect(await siteSecret({ ...own, sessionSecret, databaseUrl })).toBe(sessionSecret)
  })

  it('refuses media without a database, which would be deleted at night [R-04]', async () => {
    const dataDir = join(folder, 'lost')
    await (await openEmbeddedPostgres({ dataDir, durable: false })).close()
    const place = join(dataDir, 'media', 'files', 'AA', 'A'.repeat(22))
    await mkdir(place, { recursive: true })
    await writeFile(join(place, 'whole'), 'a film')
    expect(await startInVain(dataDir)).toEqual({
      code: 78,
      said: expect.stringMatching(/^There are media .* and nothing in its database: restore a backup/),
    })
    expect(await readdir(place)).toEqual(['whole'])
  })

  it('names DATABASE_URL without its password, and retries an unreachable one', async () => {
    const url = 'postgres://club:the-password@127.0.0.1:1/club'
    const failure: unknown = await onOneConnection({ url }, async () => null).catch((error: unknown) => error)
    expect([isStartFailure(failure), isPermanent(failure)]).toEqual([true, false])
    expect(String(failure)).toMatch(
      /The database in DATABASE_URL does not answer \(.*ECONNREFUSED.*\): start it/,
    )
    expect(String(failure)).not.toMatch(/the-password|\n/)
  })

  it('prints only the problem when a service cannot be opened', async () => {
    const bucket = { S3_BUCKET: 'members', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }
    const env = { ...bucket, S3_ENDPOINT: 'http://127.0.0.1:9' }
    const { code, said } = await startInVain(join(folder, 'no-bucket'), env)
    expect(code).toBe(78)
    expect(said.trim()).toMatch(/^S3_BUCKET: the bucket "members" does not answer [^\n]*\(ECONNREFUSED\)$/)
  })
})
