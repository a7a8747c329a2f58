import type { Comparison, Overview } from '@touchline/contract/insights.ts'
import type { ReactNode } from 'react'
import { CountedFigure } from '#ui/counted-figure.tsx'
import { formatMonth } from '#ui/dates.ts'
import { Sparkline } from '#ui/sparkline.tsx'
import { ChangeFrom, ChangeSince } from './change.tsx'
import { type Defined, figures } from './definitions.ts'
import { PartLinks, RowsLink } from './figure-links.tsx'
import type { TracedRows } from './rows-search.ts'
import {
  formatOrNull,
  inDollars,
  inLikes,
  inMembers,
  inNumbers,
  inPoints,
  inPosts,
  inPercent,
} from './texts.ts'

type Name = keyof Comparison['figures']
type TileProps = {
  facts: Overview
  name: Name
  defined: Defined
  note?: string
  format?: (value: number) => string
  formatChange?: (value: number) => string
  /** The rows of the change, for a value at a moment; of the value before, for one over the period. */
  changeRows?: TracedRows['figure'] | undefined
  children: ReactNode
}

const isOverPeriod: Partial<Record<Name, true>> = {
  newSubscribers: true,
  paidCents: true,
  shareCents: true,
  paidPerSubscriberCents: true,
}

/** One figure of a period: its value, its change, its course over a year, and a link to its rows. */
function Tile(props: TileProps) {
  const { facts, name, defined, note, changeRows, children } = props
  const { format = inNumbers, formatChange = format } = props
  const { period } = facts
  const { value, trend } = period.figures[name]
  const Change = isOverPeriod[name] ? ChangeFrom : ChangeSince
  return (
    <CountedFigure
      label={defined.name}
      value={formatOrNull(value, format)}
      note={note}
      definition={defined.means}
      change={
        <>
          <Change
            figure={period.figures[name]}
            period={period}
            of={defined.name}
            format={formatChange}
            rows={changeRows}
          />
          <Sparkline label={trendText(period, defined.name, trend, format)} values={trend} />
        </>
      }
    >
      {children}
    </CountedFigure>
  )
}

function trendText(
  { trendMonths }: Comparison,
  name: string,
  trend: (number | null)[],
  format: (value: number) => string,
) {
  const said = trendMonths.map((month, index) => {
    const value = trend[index]
    return `${formatMonth(month)} ${value === null || value === undefined ? 'not known' : format(value)}`
  })
  return `${name} by month: ${said.join(', ')}`
}

/** Rows of the months of a period. */
const within = ({ from: month, through }: Comparison) => (month === through ? { month } : { month, through })

/** Rows up to the end of a period that is over. */
const upTo = ({ name, through }: Comparison) => (name === 'last_month' ? { through } : {})

const isOneMonth = ({ from, through }: Comparison) => from === through

/** Rows of the members at the end of a period; those of the past are known to the creator who is paid. */
const memberRows = ({ period, earnsHere }: Overview): TracedRows | null =>
  period.name === 'last_month'
    ? earnsHere
      ? { figure: 'kept', ...upTo(period) }
      : null
    : { figure: 'subscribers' }

/** Two tiles in a row on a phone, where the last one without a neighbor is as wide as two. */
export const tiles = 'grid grid-cols-2 gap-3 max-lg:[&>:last-child:nth-child(odd)]:col-span-full'

export function MainFigures({ facts }: { facts: Overview }) {
  const { period, earnsHere } = facts
  const members = memberRows(facts)
  const likes = period.name === 'last_month' ? 'new_likes' : 'likes'
  return (
    <dl className={`${tiles} lg:grid-cols-5`}>
      <Tile
        facts={facts}
        name="subscribers"
        defined={figures.totalSubscribers}
        formatChange={inMembers}
        changeRows={earnsHere ? 'kept' : undefined}
      >
        {members ? <RowsLink rows={members} of={figures.totalSubscribers.name} /> : null}
      </Tile>
      {earnsHere ? <MoneyTiles facts={facts} /> : null}
      <Tile facts={facts} name="posts" defined={figures.totalPosts} formatChange={inPosts} changeRows="posts">
        <RowsLink rows={{ figure: 'posts', ...upTo(period) }} of={figures.totalPosts.name} />
      </Tile>
      <Tile
        facts={facts}
        name="likes"
        defined={figures.totalLikes}
        formatChange={inLikes}
        changeRows="new_likes"
      >
        <RowsLink rows={{ figure: likes, ...upTo(period) }} of={figures.totalLikes.name} />
      </Tile>
    </dl>
  )
}

/** What members paid, and the creator's share of it. */
export function MoneyTiles({ facts }: { facts: Overview }) {
  const { period } = facts
  const paid = isOneMonth(period) ? figures.monthlyRevenue : { ...figures.monthlyRevenue, name: 'Revenue' }
  return (
    <>
      <Tile
        facts={facts}
        name="paidCents"
        defined={paid}
        note="Paid by members"
        format={inDollars}
        changeRows="revenue"
      >
        <RowsLink rows={{ figure: 'revenue', ...within(period) }} of={paid.name} />
      </Tile>
      <Tile facts={facts} name="shareCents" defined={figures.share} format={inDollars} changeRows="revenue">
        <RowsLink rows={{ figure: 'revenue', ...within(period) }} of={figures.share.name} />
      </Tile>
    </>
  )
}

export function PerformanceInsights({ facts }: { facts: Overview }) {
  const { period, earnsHere } = facts
  const joined =
    period.name === 'this_month'
      ? figures.newSubscribers
      : { ...figures.newSubscribers, name: 'New Subscribers' }
  const members = memberRows(facts)
  return (
    <section aria-labelledby="performance-title">
      <h2 id="performance-title" className="mb-4 text-xl">
        Performance Insights
      </h2>
      <dl className={`${tiles} lg:grid-cols-3`}>
        <Tile
          facts={facts}
          name="engagement"
          defined={figures.engagementRate}
          format={(rate) => inPercent(rate / 100)}
          formatChange={inPoints}
        >
          <PartLinks
            parts={[
              { figure: 'likes', ...upTo(period) },
              { figure: 'comments', ...upTo(period) },
              { figure: 'views', ...upTo(period) },
            ]}
            of={figures.engagementRate.name}
          />
        </Tile>
        <Tile facts={facts} name="newSubscribers" defined={joined} changeRows="new_subscribers">
          <RowsLink rows={{ figure: 'new_subscribers', ...within(period) }} of={joined.name} />
        </Tile>
        {earnsHere ? (
          <Tile
            facts={facts}
            name="paidPerSubscriberCents"
            defined={figures.revenuePerSubscriber}
            note="Paid by members"
            format={inDollars}
          >
            <PartLinks
              parts={[{ figure: 'revenue', ...within(period) }, ...(members ? [members] : [])]}
              of={figures.revenuePerSubscriber.name}
            />
          </Tile>
        ) : null}
      </dl>
    </section>
  )
}
