import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { features } from '#app.ts'
import { openEmptyClub } from '#testing/club.ts'
import { erasureDocument } from './erasure-document.ts'
import { erasureRules } from './erasure-statements.ts'

const rules = erasureRules(features)

let club: Awaited<ReturnType<typeof openEmptyClub>>
beforeAll(async () => {
  club = await openEmptyClub()
})
afterAll(() => club.close())

const named = (column: string) =>
  sql.raw(`case when table_schema = 'public' then '' else table_schema || '.' end
  || ${column}`)

/** Every table of the site, with those of its columns that hold text, documents, bytes or lists. */
async function columnsOfTables(): Promise<Map<string, string[]>> {
  const { rows } = await club.services.db.execute<{ table: string; column: string | null }>(sql`
    select ${named('table_name')} as table,
      case when data_type in ('text', 'character varying', 'json', 'jsonb', 'bytea', 'ARRAY', 'inet', 'tsvector')
        then column_name end as column
    from information_schema.columns
    where table_schema = 'public' or (table_schema = 'jobs' and table_name = 'job')`)
  const tables = new Map<string, string[]>()
  for (const { table, column } of rows)
    tables.set(table, [...(tables.get(table) ?? []), ...(column ? [column] : [])])
  return tables
}

/** The tables with a column that points at people. */
async function aboutPeople(): Promise<string[]> {
  const { rows } = await club.services.db.execute<{ table: string }>(sql`
    select distinct conrelid::regclass::text as table from pg_constraint
    where contype = 'f' and confrelid = 'people'::regclass`)
  return rows.map(({ table }) => table)
}

describe('the list of what becomes of everything', () => {
  it('names every table of the database once, and no other [T-PR-01]', async () => {
    const there = [...(await columnsOfTables()).keys()].toSorted()
    expect(rules.map(({ table }) => table).toSorted()).toEqual(there)
  })

  it('starts with the row of the person, which other writers lock first', () => {
    expect(rules[0]?.table).toBe('people')
  })

  it('says of every column with text in a table that is emptied what becomes of it [T-PR-01]', async () => {
    const columns = await columnsOfTables()
    for (const entry of rules) {
      if (!('columns' in entry)) continue
      const text = columns.get(entry.table) ?? []
      const said = new Set([...Object.keys(entry.columns), ...entry.keeps])
      expect([entry.table, text.filter((column) => !said.has(column))]).toEqual([entry.table, []])
      expect([entry.table, entry.keeps.filter((column) => !text.includes(column))]).toEqual([entry.table, []])
    }
  })

  it('leaves no table that points at people untouched without being asked about it [T-PR-01]', async () => {
    const untouched = rules.flatMap((entry) => (entry.fate === 'untouched' ? [entry.table] : []))
    const pointing = await aboutPeople()
    expect(untouched.filter((table) => pointing.includes(table)).toSorted()).toEqual([
      'agreements',
      'collections',
      'drafts',
      'ledger_disputes',
      'ledger_journals',
      'ledger_terms',
      'membership_movements',
      'payout_accounts',
      'payout_statements',
      'payouts',
      'post_counts',
      'posts',
      'site_versions',
    ])
  })

  it('is published as it is', async () => {
    const file = fileURLToPath(new URL('../../../../docs/erasure.md', import.meta.url))
    await expect(erasureDocument(rules)).toMatchFileSnapshot(file)
  })
})
