import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Revenue } from '@touchline/contract/insights.ts'
import { Download, Printer } from 'lucide-react'
import { paths } from '#paths.ts'
import { usePageTitle } from '#site/page-title.ts'
import { useCreatorName } from '#people/names.ts'
import { useSite } from '#site/site.ts'
import { BackLink } from '#ui/back-link.tsx'
import { Button } from '#ui/button.tsx'
import { CountedFigure } from '#ui/counted-figure.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { CountedAt } from './counted-at.tsx'
import { figures } from './definitions.ts'
import { NoRevenueNotice, NotCountedNotice } from './empty-notices.tsx'
import { MoneyChart } from './money-chart.tsx'
import { files, overviewQuery, revenueQuery } from './requests.ts'
import { RevenueMonths } from './revenue-months.tsx'
import { Section } from './section.tsx'
import { FileLink, PartLinks, RowsLink } from './figure-links.tsx'
import { inDollars, inMonths, formatOrNull } from './texts.ts'

const trendMonths = 6

/** The creator's revenue next to the payout statements. Also laid out for printing. */
export function RevenueReportsPage() {
  usePageTitle('Revenue Reports')
  const { data: facts } = useQuery(revenueQuery)
  const { data: overview } = useQuery(overviewQuery)
  const { name } = useSite()
  const creatorName = useCreatorName()
  const isReady = facts && overview
  return (
    <main id="main" className="mx-auto w-full max-w-report flex-1 px-4 py-9 sm:px-6 sm:py-14">
      <p className="mb-2 hidden print:block">
        {name}, revenue of {creatorName}
      </p>
      <BackLink>
        <Link to={paths.analytics}>Analytics</Link>
      </BackLink>
      <h1 className="text-3xl">Revenue Reports</h1>
      <div className="mt-2 min-h-6">{facts?.countedAt ? <CountedAt at={facts.countedAt} /> : null}</div>
      {facts?.countedAt === null ? (
        <NotCountedNotice />
      ) : !isReady ? (
        <Skeleton className="mt-6 h-96" />
      ) : overview.earnsHere ? (
        <Report facts={facts} />
      ) : (
        <div className="mt-6">
          <NoRevenueNotice />
        </div>
      )}
    </main>
  )
}

function Report({ facts }: { facts: Revenue }) {
  const months = facts.months.toSorted((one, other) => one.month.localeCompare(other.month))
  return (
    <>
      <div className="mt-4 flex flex-wrap gap-3 print:hidden">
        <Button asChild kind="outline">
          <a href={files.revenue} download>
            <Download size={16} aria-hidden /> Download CSV
          </a>
        </Button>
        <Button kind="outline" onClick={() => window.print()}>
          <Printer size={16} aria-hidden /> Print
        </Button>
        <Button asChild kind="outline">
          <Link to={paths.payouts}>Payouts</Link>
        </Button>
      </div>
      <div className="mt-6 grid grid-cols-1 gap-6">
        <Figures facts={facts} month={months.at(-1)?.month} />
        <Section defined={figures.sixMonths}>
          <MoneyChart label={figures.sixMonths.name} months={months.slice(-trendMonths)} />
        </Section>
        <Section defined={figures.months} links={<FileLink href={files.revenue} of={figures.months.name} />}>
          <RevenueMonths months={months} />
        </Section>
      </div>
    </>
  )
}

function Figures({ facts, month }: { facts: Revenue; month: string | undefined }) {
  const { thisMonthCents, yearlyProjectionCents, monthsProjectedFrom, perSubscriberCents } = facts
  const { projectedFrom, projectedThrough } = facts
  return (
    <dl className="grid grid-cols-1 gap-3 sm:grid-cols-3">
      <CountedFigure
        label={figures.earnedThisMonth.name}
        value={inDollars(thisMonthCents)}
        note="Your share of what members paid"
        definition={figures.earnedThisMonth.means}
      >
        {month ? <RowsLink rows={{ figure: 'revenue', month }} of={figures.earnedThisMonth.name} /> : null}
      </CountedFigure>
      <CountedFigure
        label={figures.yearlyProjection.name}
        value={formatOrNull(yearlyProjectionCents, inDollars)}
        note={
          yearlyProjectionCents === null
            ? 'Available after the first full month'
            : `Twelve times the average of the last ${inMonths(monthsProjectedFrom)}`
        }
        definition={figures.yearlyProjection.means}
      >
        {projectedFrom && projectedThrough ? (
          <RowsLink
            rows={{ figure: 'revenue', month: projectedFrom, through: projectedThrough }}
            of={figures.yearlyProjection.name}
          />
        ) : null}
      </CountedFigure>
      <CountedFigure
        label={figures.revenuePerUser.name}
        value={formatOrNull(perSubscriberCents, inDollars)}
        note={perSubscriberCents === null ? undefined : 'From your share'}
        definition={figures.revenuePerUser.means}
      >
        <PartLinks
          parts={[{ figure: 'revenue', ...(month ? { month } : {}) }, { figure: 'subscribers' }]}
          of={figures.revenuePerUser.name}
        />
      </CountedFigure>
    </dl>
  )
}
