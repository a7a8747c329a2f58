import { api } from '@touchline/contract/api.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Club, openClub } from '#testing/club.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

type Plan = { 'Relation Name'?: string; 'Index Cond'?: string; 'Recheck Cond'?: string; Plans?: Plan[] }

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** How PostgreSQL would look a query up in tables too large to be read from end to end. */
async function planOf(text: string, values: unknown[]): Promise<Plan[]> {
  const client = await club.services.db.$client.connect()
  try {
    await client.query('begin')
    await client.query('set local enable_seqscan = off')
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      `explain (format json) ${text}`,
      values,
    )
    return nodesOf(rows[0]!['QUERY PLAN'][0]!.Plan)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

it('loads everything for an access decision with one indexed query', async () => {
  const { member } = club.people
  const { $client, shortReads } = club.services.db
  const asked = [$client, shortReads.$client].map((pool) => vi.spyOn(pool, 'query'))
  const { status, body } = await member.call(api.subscriptions.checkAccess)
  const queries: unknown[][] = asked.flatMap((spy) => spy.mock.calls)
  for (const spy of asked) spy.mockRestore()
  expect([status, body]).toEqual([200, { hasAccess: true }])
  expect(queries).toHaveLength(1)
  // The driver is asked by name, text and values.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const [[query, values]] = queries as [[{ text: string }, unknown[]]]
  const nodes = await planOf(query.text, values)
  const reads = nodes.filter((node) => node['Relation Name'])
  expect(new Set(reads.map((node) => node['Relation Name']))).toEqual(
    new Set(['memberships', 'people', 'sessions']),
  )
  // A condition of the index itself: without one, an index is read from end to end.
  for (const node of reads) expect(node['Index Cond'] ?? node['Recheck Cond']).toBeDefined()
})
