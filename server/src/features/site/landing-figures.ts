import type { Site } from '@touchline/contract/site.ts'
import { sql } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'

type Words = { figures: Site['figures']; fewestShown: number }

const countedForMs = 60_000

async function count(db: Queryable) {
  const { rows } = await db.execute<{ posts: number; members: number }>(sql`
    select
      (select count(*) from posts where status = 'ready')::int as posts,
      (select count(*) from memberships
        where is_current and ended_at is null and revoked_at is null
          and status in ('active', 'trialing', 'past_due'))::int as members`)
  const [found] = rows
  if (!found) throw new Error('the posts and members gave no row')
  return found
}

/**
 * The figures visitors are shown: the operator's words where there are some, else what is counted, else null. Counted
 * once a minute for everybody who asks, of real time: the club's clock may run ahead. A count below `fewestShown` is
 * not shown.
 */
export function landingFigures(
  db: Queryable,
  { figures, fewestShown }: Words,
  nowMs: () => number = () => performance.now(),
): () => Promise<Site['figures']> {
  let kept: { takenMs: number; counted: ReturnType<typeof count> } | null = null
  const counted = async () => {
    if (!kept || nowMs() - kept.takenMs >= countedForMs) kept = { takenMs: nowMs(), counted: count(db) }
    try {
      return await kept.counted
    } catch (error) {
      kept = null
      throw error
    }
  }
  const shown = (number: number) => (number < fewestShown ? null : number.toLocaleString('en-US'))
  return async () => {
    const { posts, members } = await counted()
    return {
      ...figures,
      posts: figures.posts ?? shown(posts),
      members: figures.members ?? shown(members),
      signupMembers: figures.signupMembers ?? shown(members),
    }
  }
}
