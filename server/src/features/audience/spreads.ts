import type { Spread } from '@touchline/contract/audience.ts'
import { sql } from 'drizzle-orm'
import { type Database, lockUntilCommit, type Queryable } from '#db/database.ts'
import { activeMembers } from '#features/subscriptions/access/active-members.ts'
import { foldGroups } from './fold.ts'
import { isAnonymous, canReplace, noAnswers, type AnswerCounts } from './disclosure.ts'
import { audienceShown, type Question } from './schema.ts'

/** Returns the last shown counts until new ones cannot identify anyone by comparison. */
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

type Counted = { ageBand: string | null; country: string | null; count: number }

/** Includes blocked members: excluding them would reveal their answers by comparison. */
async function answersAt(db: Queryable, now: Date): Promise<Record<Question, AnswerCounts>> {
  const { rows } = await db.execute<Counted>(sql`
    select a.age_band as "ageBand", a.country, count(*)::int as count
    from (${activeMembers(now, { includeBlocked: true })}) m left join audience_answers a using (person_id)
    group by a.age_band, a.country`)
  const members = rows.reduce((sum, { count }) => sum + count, 0)
  const answersTo = (column: 'ageBand' | 'country'): AnswerCounts => {
    const counts = new Map<string, number>()
    for (const { [column]: key, count } of rows)
      if (key !== null) counts.set(key, (counts.get(key) ?? 0) + count)
    return { members, groups: [...counts].map(([key, count]) => ({ key, count })) }
  }
  return { age: answersTo('ageBand'), country: answersTo('country') }
}

function shownOf({ members, groups, at }: AnswerCounts & { at: Date }): Spread | null {
  const { answered, groups: shown, others } = foldGroups(groups)
  const counts = groups.map(({ count }) => count)
  if (shown === null || !isAnonymous(members, counts)) return null
  return { members, answered, groups: shown, others, at: at.toISOString() }
}
