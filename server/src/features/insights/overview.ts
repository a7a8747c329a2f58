import type { Overview } from '@touchline/contract/insights.ts'
import { monthOf } from '#time/months.ts'
import { engagementOf } from '#features/posts/engagement.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { readConsistently } from './consistent-read.ts'
import { membersIn } from './members-in.ts'
import { everyMonth, monthsShown } from './month-list.ts'
import { countedAt, moneyByMonth, type MoneyMonth, movementsByMonth, postFigures } from './queries.ts'

const toDollars = (cents: number) => cents / 100

/** Current figures for `viewer`: the viewer's own posts, and revenue only for the creator who receives it. */
export function overviewFor(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  viewer: Pick<Viewer, 'id' | 'isMainInfluencer'>,
): Promise<Overview> {
  const now = clock.now()
  const earnsHere = viewer.isMainInfluencer
  return readConsistently(db, async (tx) => {
    const money = earnsHere ? await moneyByMonth(tx) : new Map<string, MoneyMonth>()
    const moved = await movementsByMonth(tx)
    const { posts, likes, comments, views } = await postFigures(tx, viewer.id)
    const totalSubscribers = membersIn(moved)
    const monthCents = money.get(monthOf(now))?.grossCents ?? 0
    return {
      totalSubscribers,
      monthlyRevenue: toDollars(monthCents),
      totalPosts: posts,
      totalLikes: likes,
      engagementRate: engagementOf({ views, likes, comments }),
      newSubscribersThisMonth: moved.get(monthOf(now))?.new.count ?? 0,
      revenuePerSubscriber:
        earnsHere && totalSubscribers > 0 ? toDollars(Math.round(monthCents / totalSubscribers)) : null,
      revenueTrend: everyMonth(money.keys(), now)
        .slice(-monthsShown)
        .map((month) => ({
          month,
          gross: toDollars(money.get(month)?.grossCents ?? 0),
          net: toDollars(money.get(month)?.creatorCents ?? 0),
        })),
      earnsHere,
      countedAt: await countedAt(tx),
    }
  })
}
