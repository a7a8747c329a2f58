import type { Site } from '@touchline/contract/site.ts'
import type { FigureName } from '@touchline/contract/figure-names.ts'
import type { SiteSettings } from '@touchline/contract/site-settings.ts'
import { sql } from 'drizzle-orm'
import { activeMembers } from '#features/subscriptions/access/active-members.ts'
import type { Services } from '#services.ts'

type Options = { settings: Pick<SiteSettings, 'figures'>; fewestShown: number }

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
 * Shows each figure as its setting says. Counts are cached for a minute of real time, because the club's clock can
 * run ahead; below `fewestShown` they are hidden.
 */
export function landingFigures(
  services: Pick<Services, 'db' | 'clock'>,
  nowMs: () => number = () => performance.now(),
): (site: Options) => Promise<Site['figures']> {
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
  return async ({ settings: { figures }, fewestShown }) => {
    const shown = (number: number) => (number < fewestShown ? null : number.toLocaleString('en-US'))
    const { posts, members } = await counted()
    const counts = new Map<string, number>([
      ['posts', posts],
      ['members', members],
      ['signupMembers', members],
    ])
    const valueOf = (name: FigureName) => {
      const { show, text } = figures[name]
      const number = counts.get(name)
      if (show === 'typed') return text
      return show === 'counted' && number !== undefined ? shown(number) : null
    }
    return {
      posts: valueOf('posts'),
      followers: valueOf('followers'),
      members: valueOf('members'),
      rating: valueOf('rating'),
      support: valueOf('support'),
      signupMembers: valueOf('signupMembers'),
      signupToday: valueOf('signupToday'),
    }
  }
}
