import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockDataFolder } from '#db/data-folder-lock.ts'
import { openEmbeddedPostgres } from '#db/embedded-postgres.ts'
import { withSiteDatabase } from '#db/running-server.ts'
import { isPermanent } from '#db/start-failure.ts'
import { startInVain } from '#testing/failed-start.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'data-folder-lock-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

describe('the lock of a data folder', () => {
  it('makes a site retry beside a command, but not beside another site [R-05]', async () => {
    const endProgram = lockDataFolder(dataDir, 'program')
    expect(await startInVain(dataDir)).toEqual({
      code: 1,
      said: expect.stringMatching(
        new RegExp(
          `^A command \\(process ${process.pid}\\), such as a backup, is using the data folder .*: let it finish first\\.\n$`,
        ),
      ),
    })
    endProgram()
    const endSite = lockDataFolder(dataDir)
    expect(await startInVain(dataDir)).toEqual({
      code: 78,
      said: expect.stringContaining(`Another Touchline (process ${process.pid}) is already running`),
    })
    endSite()
  })

  it('is held by a command that uses the database without the site [R-05]', async () => {
    await (await openEmbeddedPostgres({ dataDir, durable: false })).close()
    const found = await withSiteDatabase({ databaseUrl: null, dataDir }, async () => {
      try {
        return lockDataFolder(dataDir)
      } catch (error) {
        return [isPermanent(error), String(error)]
      }
    })
    expect(found).toEqual([false, expect.stringContaining('A command')])
  })

  it('reports that the site is starting or stopping', async () => {
    mkdirSync(join(dataDir, 'postgres', 'cluster'), { recursive: true })
    const endSite = lockDataFolder(dataDir)
    await expect(withSiteDatabase({ databaseUrl: null, dataDir }, async () => null)).rejects.toMatchObject({
      name: 'DatabaseUnavailable',
      message: 'The site is starting or stopping: try again in a moment.',
    })
    endSite()
  })
})
