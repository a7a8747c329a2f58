import type { Spread } from '@touchline/contract/audience.ts'
import { sql } from 'drizzle-orm'
import { type Database, lockUntilCommit, type Queryable } from '#db/database.ts'
import { activeMembers } from '#features/subscriptions/access/active-members.ts'
import { foldGroups } from './fold.ts'
import { isAnonymous, canReplace, noAnswers, type AnswerCounts } from './disclosure.ts'
import { audienceShown, type Question } from './schema.ts'

/**
 * Members by age group and country, as far as answered. Returns the last shown counts until new ones cannot identify
 * anyone by comparison.
 */
export async function spreadsAt(
  db: Database,
  now: Date,
): Promise<{ ages: Spread | null; countries: Spread | null }> {
  const answers = await answersAt(db, now)
  return db.transaction(async (tx) => {
    // Concurrent reads would each replace the same counts and could be compared.
    await lockUntilCommit(tx, 'audience-shown')
    const kept = await tx.select().from(audienceShown)
    const spreadOf = async (question: Question): Promise<Spread | null> => {
      const last = kept.find((row) => row.question === question)
      const fresh = { ...answers[question], at: now }
      if (!canReplace(last ?? noAnswers, fresh)) return last ? shownOf(last) : null
      await tx
        .insert(audienceShown)
        .values({ question, ...fresh })
        .onConflictDoUpdate({ target: audienceShown.question, set: fresh })
      return shownOf(fresh)
    }
    return { ages: await spreadOf('age'), countries: await spreadOf('country') }
  })
}

type Counted = { question: Question | null; key: string | null; count: number }

/**
 * The answers of current members, including blocked ones: excluding them would reveal their answers by comparison.
 */
async function answersAt(db: Queryable, now: Date): Promise<Record<Question, AnswerCounts>> {
  const { rows } = await db.execute<Counted>(sql`
    with members as materialized (${activeMembers(now, { includeBlocked: true })}), answers as materialized (
      select a.age_band, a.country from audience_answers a where a.person_id in (select person_id from members)
    )
    select null as question, null as key, count(*)::int as count from members
    union all
    select 'age', age_band, count(*)::int from answers where age_band is not null group by age_band
    union all
    select 'country', country, count(*)::int from answers where country is not null group by country`)
  const members = rows.find(({ question }) => question === null)?.count ?? 0
  const answersTo = (wanted: Question): AnswerCounts => ({
    members,
    groups: rows.flatMap(({ question, key, count }) =>
      question === wanted && key !== null ? { key, count } : [],
    ),
  })
  return { age: answersTo('age'), country: answersTo('country') }
}

function shownOf({ members, groups, at }: AnswerCounts & { at: Date }): Spread | null {
  const { answered, groups: shown, others } = foldGroups(groups)
  const counts = groups.map(({ count }) => count)
  if (shown === null || !isAnonymous(members, counts)) return null
  return { members, answered, groups: shown, others, at: at.toISOString() }
}
