import type { Spread } from '@touchline/contract/audience.ts'
import { sql } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { membersNow } from '#features/subscriptions/members-now.ts'
import { foldGroups } from './fold.ts'

type Counted = { question: 'age' | 'country' | null; key: string | null; count: number }

/** How the members of now are spread over age groups and countries, as far as they told. */
export async function spreadsAt(db: Queryable, now: Date): Promise<{ ages: Spread; countries: Spread }> {
  const { rows } = await db.execute<Counted>(sql`
    with members as materialized (${membersNow(now)}), told as materialized (
      select a.age_band, a.country from audience_answers a where a.person_id in (select person_id from members)
    )
    select null as question, null as key, count(*)::int as count from members
    union all
    select 'age', age_band, count(*)::int from told where age_band is not null group by age_band
    union all
    select 'country', country, count(*)::int from told where country is not null group by country`)
  const members = rows.find(({ question }) => question === null)?.count ?? 0
  const spreadOf = (wanted: 'age' | 'country'): Spread => ({
    members,
    ...foldGroups(
      rows.flatMap(({ question, key, count }) => (question === wanted && key !== null ? { key, count } : [])),
    ),
  })
  return { ages: spreadOf('age'), countries: spreadOf('country') }
}
