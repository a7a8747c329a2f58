import type { Site } from '@touchline/contract/site.ts'
import { sql } from 'drizzle-orm'
import { activeMembers } from '#features/subscriptions/access/active-members.ts'
import type { Services } from '#services.ts'

type Counted = Pick<Services, 'db' | 'clock'>
type Words = { figures: Site['figures']; fewestShown: number }

const countedForMs = 60_000

async function count({ db, clock }: Counted) {
  const { rows } = await db.execute<{ posts: number; members: number }>(sql`
    select
      (select count(*) from posts where status = 'ready')::int as posts,
      (select count(*) from (${activeMembers(clock.now())}) now)::int as members`)
  const [found] = rows
  if (!found) throw new Error('the posts and members gave no row')
  return found
}

/**
 * The figures visitors are shown: the operator's words where there are some, else what is counted, else null. Counted
 * once a minute of real time for everybody who asks: the club's clock, which says who is a member, may run ahead. A
 * count below `fewestShown` is not shown.
 */
export function landingFigures(
  services: Counted,
  { figures, fewestShown }: Words,
  nowMs: () => number = () => performance.now(),
): () => Promise<Site['figures']> {
  let kept: { takenMs: number; counted: ReturnType<typeof count> } | null = null
  const counted = async () => {
    if (!kept || nowMs() - kept.takenMs >= countedForMs) kept = { takenMs: nowMs(), counted: count(services) }
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
