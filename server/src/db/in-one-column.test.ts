import { eq, getTableColumns } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { people, sessions } from '#features/people/schema.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import { type Club, openClub } from '#testing/club.ts'
import { inOneColumn, inOneColumnIfThere } from './in-one-column.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

it('reads the same values as separate columns', async () => {
  const { db } = club.services
  for (const table of [people, sessions, memberships]) {
    const columns = getTableColumns(table)
    const plain = await db.select(columns).from(table).orderBy(table.id)
    const packed = await db
      .select({ row: inOneColumn(columns) })
      .from(table)
      .orderBy(table.id)
    expect(plain.length).toBeGreaterThan(1)
    expect(packed.map(({ row }) => row)).toEqual(plain)
  }
})

it('is null when no row was joined', async () => {
  const joined = await club.services.db
    .select({
      id: memberships.id,
      membership: inOneColumnIfThere(memberships.id, { status: memberships.status }),
    })
    .from(people)
    .leftJoin(memberships, eq(memberships.personId, people.id))
  const [there, missing] = [joined.filter(({ id }) => id), joined.filter(({ id }) => !id)]
  expect([there.length > 0, missing.length > 0]).toEqual([true, true])
  for (const { membership } of there) expect(membership?.status).toEqual(expect.any(String))
  for (const { membership } of missing) expect(membership).toBeNull()
})
