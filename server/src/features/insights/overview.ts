import type { Overview, PeriodName } from '@touchline/contract/insights.ts'
import { monthOf } from '#time/months.ts'
import { engagementOf } from '#features/posts/engagement.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { compareFigures, sumOfPosts } from './compare.ts'
import { readConsistently } from './consistent-read.ts'
import { membersIn } from './members-in.ts'
import { everyMonth, monthsShown } from './month-list.ts'
import { periodOf } from './period.ts'
import { countedAt, moneyByMonth, type MoneyMonth, movementsByMonth, postsByMonth } from './queries.ts'

const toDollars = (cents: number) => cents / 100

/** Covers the viewer's own posts, and revenue only for the creator who receives it. */
export function overviewFor(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  viewer: Pick<Viewer, 'id' | 'isMainInfluencer'>,
  periodName: PeriodName = 'this_month',
): Promise<Overview> {
  const now = clock.now()
  const earnsHere = viewer.isMainInfluencer
  return readConsistently(db, async (tx) => {
    const money = earnsHere ? await moneyByMonth(tx) : new Map<string, MoneyMonth>()
    const moved = await movementsByMonth(tx)
    const posts = await postsByMonth(tx, viewer.id)
    const period = periodOf(periodName, [...money.keys(), ...moved.keys()], now)
    const figures = await compareFigures(
      tx,
      { money, moved, posts },
      { creatorId: viewer.id, earnsHere, period },
    )
    const published = sumOfPosts(posts.values())
    const totalSubscribers = membersIn(moved)
    const monthCents = money.get(monthOf(now))?.grossCents ?? 0
    return {
      totalSubscribers,
      monthlyRevenue: toDollars(monthCents),
      totalPosts: published.posts,
      totalLikes: published.likes,
      engagementRate: engagementOf(published),
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
      period: { ...period, figures },
      countedAt: await countedAt(tx),
    }
  })
}
