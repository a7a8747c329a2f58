import type { Compared, Comparison } from '@touchline/contract/insights.ts'
import type { Queryable } from '#db/database.ts'
import { engagementOf } from '#features/posts/engagement.ts'
import { addMonths } from '#time/months.ts'
import { membersIn } from './members-in.ts'
import type { Period } from './period.ts'
import {
  firstFullMonth,
  likesByMonth,
  moneyByMonth,
  type MoneyMonth,
  movementsByMonth,
  type MonthMovements,
  type PostMonth,
} from './queries.ts'

/** What the overview is counted from, by month. */
type Known = {
  money: Map<string, MoneyMonth>
  moved: Map<string, MonthMovements>
  posts: Map<string, PostMonth>
}

/** Counting more likes by month takes too long for a page; their trend is left out. */
const maxTrendedLikes = 200_000

type Query = { creatorId: string; earnsHere: boolean; period: Period }

export async function compareFigures(
  tx: Queryable,
  known: Known,
  { creatorId, earnsHere, period }: Query,
): Promise<Comparison['figures']> {
  const { from, through, earlier, trendMonths } = period
  const atStart = addMonths(from, -1)
  const figures = figuresIn(known, from, through)
  const start = figuresIn(known, atStart, atStart)
  const before =
    earlier && figuresIn(await knownUntil(tx, known, earlier.until), earlier.from, earlier.through)
  const trends = trendMonths.map((month) => figuresIn(known, month, month))

  const hadMembers = earlier !== null && hasMonthBefore(known.moved, from)
  const hadPosts = earlier !== null && hasMonthBefore(known.posts, from)
  const [firstPaid, firstJoined] = [await firstFullMonth(tx, 'money'), await firstFullMonth(tx, 'members')]
  const isFull = (first: string | null) => earlier !== null && first !== null && first <= earlier.from

  const compare = (figure: keyof Figures, was: number | null | undefined) =>
    compared(
      figures[figure],
      was,
      trends.map((trend) => trend[figure]),
    )
  const ofMoney = (figure: keyof Figures) =>
    earnsHere ? compare(figure, isFull(firstPaid) ? before?.[figure] : null) : compared(null, null, [])
  return {
    subscribers: compare('subscribers', hadMembers ? start.subscribers : null),
    posts: compare('posts', hadPosts ? start.posts : null),
    likes: await compareLikes(tx, known, { creatorId, period, hadPosts }),
    engagement: Object.assign(compare('engagement', hadPosts ? start.engagement : null), { ratio: null }),
    newSubscribers: compare('newSubscribers', isFull(firstJoined) ? before?.newSubscribers : null),
    paidCents: ofMoney('paidCents'),
    shareCents: ofMoney('shareCents'),
    paidPerSubscriberCents: ofMoney('paidPerSubscriberCents'),
  }
}

/** Likes count in the month in which they were given, on posts that can be seen now. */
async function compareLikes(
  tx: Queryable,
  { posts }: Known,
  { creatorId, period, hadPosts }: Pick<Query, 'creatorId' | 'period'> & { hadPosts: boolean },
): Promise<Compared> {
  const { from, through, earlier, trendMonths } = period
  const all = sumOfPosts(posts.values()).likes
  const trended = all <= maxTrendedLikes ? trendMonths : []
  const [first = from] = trended
  const isCounted = earlier !== null || trended.length > 0
  const given = isCounted ? await likesByMonth(tx, creatorId, first < from ? first : from) : []
  const atEndOf = (last: string) => all - sumOf(given, ({ month, likes }) => (month > last ? likes : 0))
  return compared(atEndOf(through), hadPosts ? atEndOf(addMonths(from, -1)) : null, trended.map(atEndOf))
}

const hasMonthBefore = (months: Map<string, unknown>, from: string) =>
  [...months.keys()].some((month) => month < from)

/** Counts again without what came later in the month of `until`. */
const knownUntil = async (tx: Queryable, known: Known, until: string | null): Promise<Known> =>
  until === null
    ? known
    : {
        ...known,
        money: known.money.size > 0 ? await moneyByMonth(tx, new Date(until)) : known.money,
        moved: await movementsByMonth(tx, new Date(until)),
      }

type Figures = ReturnType<typeof figuresIn>

/** Members and posts at the end of `through`; joins and payments from `from` on. */
function figuresIn({ money, moved, posts }: Known, from: string, through: string) {
  const [paid, movements] = [between(money, from, through), between(moved, from, through)]
  const published = sumOfPosts(between(posts, '', through).values())
  const subscribers = membersIn(between(moved, '', through))
  const paidCents = sumOf(paid.values(), ({ grossCents }) => grossCents)
  return {
    subscribers,
    posts: published.posts,
    engagement: engagementOf(published),
    newSubscribers: sumOf(movements.values(), (month) => month.new.count),
    paidCents,
    shareCents: sumOf(paid.values(), ({ creatorCents }) => creatorCents),
    paidPerSubscriberCents: subscribers > 0 ? Math.round(paidCents / subscribers) : null,
  }
}

const between = <Value>(months: Map<string, Value>, from: string, through: string) =>
  new Map([...months].filter(([month]) => month >= from && month <= through))

/** All months of posts together. */
export function sumOfPosts(months: Iterable<PostMonth>): PostMonth {
  const all = [...months]
  return {
    posts: sumOf(all, ({ posts }) => posts),
    likes: sumOf(all, ({ likes }) => likes),
    comments: sumOf(all, ({ comments }) => comments),
    views: sumOf(all, ({ views }) => views),
  }
}

const sumOf = <One>(list: Iterable<One>, part: (one: One) => number) =>
  [...list].reduce((sum, one) => sum + part(one), 0)

/** A figure and its change; tenths are enough for percentages, the others are whole. */
function compared(value: number | null, was: number | null | undefined, trend: (number | null)[]): Compared {
  const earlier = was ?? null
  const change = value === null || earlier === null ? null : Math.round((value - earlier) * 10) / 10
  return {
    value,
    earlier,
    change,
    ratio: change !== null && earlier !== null && earlier > 0 ? change / earlier : null,
    trend,
  }
}
