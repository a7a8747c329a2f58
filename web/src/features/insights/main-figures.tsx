import type { Overview } from '@touchline/contract/insights.ts'
import { clubNow } from '#ui/clock.ts'
import { CountedFigure } from '#ui/counted-figure.tsx'
import { formatDollars } from '#ui/dollars.ts'
import { figures } from './definitions.ts'
import { PartLinks, FigureLinks } from './figure-links.tsx'
import { inNumbers, inPercent, monthAt, formatOrNull } from './texts.ts'

const thisMonth = ({ revenueTrend }: Overview) => revenueTrend.at(-1)?.month ?? monthAt(clubNow())

/** The four figures at the top of the page. */
export function MainFigures({ facts }: { facts: Overview }) {
  const { totalSubscribers, monthlyRevenue, totalPosts, totalLikes, earnsHere } = facts
  const month = thisMonth(facts)
  return (
    <dl className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-4">
      <CountedFigure
        label={figures.totalSubscribers.name}
        value={inNumbers(totalSubscribers)}
        definition={figures.totalSubscribers.means}
      >
        <FigureLinks rows={{ figure: 'subscribers' }} of={figures.totalSubscribers.name} />
      </CountedFigure>
      {earnsHere ? (
        <CountedFigure
          label={figures.monthlyRevenue.name}
          value={formatDollars(monthlyRevenue)}
          definition={figures.monthlyRevenue.means}
        >
          <FigureLinks rows={{ figure: 'revenue', month }} of={figures.monthlyRevenue.name} />
        </CountedFigure>
      ) : null}
      <CountedFigure
        label={figures.totalPosts.name}
        value={inNumbers(totalPosts)}
        definition={figures.totalPosts.means}
      >
        <FigureLinks rows={{ figure: 'posts' }} of={figures.totalPosts.name} />
      </CountedFigure>
      <CountedFigure
        label={figures.totalLikes.name}
        value={inNumbers(totalLikes)}
        definition={figures.totalLikes.means}
      >
        <FigureLinks rows={{ figure: 'likes' }} of={figures.totalLikes.name} />
      </CountedFigure>
    </dl>
  )
}

/** Figures derived from the others. */
export function PerformanceInsights({ facts }: { facts: Overview }) {
  const { engagementRate, newSubscribersThisMonth, revenuePerSubscriber, earnsHere } = facts
  const month = thisMonth(facts)
  return (
    <section aria-labelledby="performance-title">
      <h2 id="performance-title" className="mb-4 text-xl">
        Performance Insights
      </h2>
      <dl className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
        <CountedFigure
          label={figures.engagementRate.name}
          value={formatOrNull(engagementRate, (rate) => inPercent(rate / 100))}
          definition={figures.engagementRate.means}
        >
          <PartLinks
            parts={[{ figure: 'likes' }, { figure: 'comments' }, { figure: 'views' }]}
            of={figures.engagementRate.name}
          />
        </CountedFigure>
        <CountedFigure
          label={figures.newSubscribers.name}
          value={inNumbers(newSubscribersThisMonth)}
          definition={figures.newSubscribers.means}
        >
          <FigureLinks rows={{ figure: 'new_subscribers', month }} of={figures.newSubscribers.name} />
        </CountedFigure>
        {earnsHere ? (
          <CountedFigure
            label={figures.revenuePerSubscriber.name}
            value={formatOrNull(revenuePerSubscriber, formatDollars)}
            definition={figures.revenuePerSubscriber.means}
          >
            <PartLinks
              parts={[{ figure: 'revenue', month }, { figure: 'subscribers' }]}
              of={figures.revenuePerSubscriber.name}
            />
          </CountedFigure>
        ) : null}
      </dl>
    </section>
  )
}
