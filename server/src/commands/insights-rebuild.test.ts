import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#db/database.ts'
import { writeJournal } from '#features/ledger/write-journal.ts'
import { rollUp } from '#features/insights/roll-up.ts'
import { createTestDatabase, type TestDatabase, urlOf } from '#testing/database.ts'
import { runCommand } from '#testing/run-command.ts'

let database: TestDatabase
let site: ReturnType<typeof openDatabase>
let dataDir: string
beforeAll(async () => {
  database = await createTestDatabase()
  site = openDatabase(database.address, { maxConnections: 2 })
  dataDir = mkdtempSync(join(tmpdir(), 'insights-rebuild-'))
})
afterAll(async () => {
  await site.close()
  await database.drop()
  rmSync(dataDir, { recursive: true })
})

const insightsRebuild = (databaseUrl = urlOf(database.address)) =>
  runCommand('insights-rebuild', [], { DATA_DIR: dataDir, DATABASE_URL: databaseUrl })

const tip = (occurredAt: string) =>
  site.db.transaction((tx) =>
    writeJournal(tx, {
      kind: 'tip',
      providerTxn: `txn_${occurredAt}`,
      occurredAt: new Date(occurredAt),
      currency: 'usd',
      shareBasisPoints: 7500,
      moves: { provider_balance: 471, provider_fees: 29, creator_payable: -375, platform_revenue: -125 },
    }),
  )

const agrees = 'The saved numbers were right.'

describe('npm run insights:rebuild', () => {
  it('counts a club without any money', async () => {
    expect(await insightsRebuild()).toEqual({
      code: 0,
      output: `Money: 0 journals of members' money on 0 days.\nMembers: 0 movements of memberships on 0 days.\nReach: 0 posts.\n${agrees}\n`,
    })
  })

  it('prints the counts and that the saved numbers were right [ANA-2]', async () => {
    await tip('2028-02-29T10:00:00Z')
    await tip('2028-02-29T11:00:00Z')
    await tip('2028-03-01T10:00:00Z')
    await rollUp(site.db, new Date())
    const { code, output } = await insightsRebuild()
    expect(output).toContain("Money: 3 journals of members' money on 2 days.")
    expect(output).toContain(agrees)
    expect(code).toBe(0)
  })

  it('reports and replaces wrong saved numbers [ANA-2]', async () => {
    await site.db.execute(sql`update insight_money_days set gross_cents = 1 where day = '2028-02-29'`)
    expect(await insightsRebuild()).toEqual({
      code: 1,
      output: expect.stringContaining('1 saved row was wrong and was replaced.'),
    })
    expect(await insightsRebuild()).toEqual({ code: 0, output: expect.stringContaining(agrees) })
  })

  it('explains in one line why it could not count', async () => {
    const { code, output } = await insightsRebuild('')
    expect([code, output]).toEqual([2, expect.stringMatching(/^There is no database in .*\n$/)])
  })
})
