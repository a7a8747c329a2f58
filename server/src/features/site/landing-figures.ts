import type { Site } from '@touchline/contract/site.ts'
import { sql } from 'drizzle-orm'
import { activeMembers } from '#features/subscriptions/access/active-members.ts'
import type { Services } from '#services.ts'
type Options = { figures: Site['figures']; fewestShown: number }

const cacheMs = 60_000

async function count({ db, clock }: Pick<Services, 'db' | 'clock'>) {
  const { rows } = await db.execute<{ posts: number; members: number }>(sql`
    select
      (select count(*) from posts where status = 'ready')::int as posts,
      (select count(*) from (${activeMembers(clock.now())}) now)::int as members`)
  const [found] = rows
  if (!found) throw new Error('the count query returned no row')
  return found
}

/**
 * Prefers the operator's text to a count. Counts are cached for a minute of real time, because the club's clock can
 * run ahead; below `fewestShown` they are hidden.
 */
export function landingFigures(
  services: Pick<Services, 'db' | 'clock'>,
  { figures, fewestShown }: Options,
  nowMs: () => number = () => performance.now(),
): () => Promise<Site['figures']> {
  let cached: { takenMs: number; counted: ReturnType<typeof count> } | null = null
  const counted = async () => {
    if (!cached || nowMs() - cached.takenMs >= cacheMs)
      cached = { takenMs: nowMs(), counted: count(services) }
    try {
      return await cached.counted
    } catch (error) {
      cached = null
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
