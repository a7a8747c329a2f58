import { useQuery } from '@tanstack/react-query'
import { Link } from '#router/link.tsx'
import type { Overview, Revenue } from '@touchline/contract/insights.ts'
import { Download, Printer } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { paths } from '#paths.ts'
import { useCreatorName } from '#people/names.ts'
import { useSite } from '#site/site.ts'
import { Button } from '#ui/button.tsx'
import { CountedFigure } from '#ui/counted-figure.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { CountedAt } from './counted-at.tsx'
import { figures } from './definitions.ts'
import { NoRevenueNotice, NotCountedNotice } from './empty-notices.tsx'
import { MoneyTiles, tiles } from './main-figures.tsx'
import { MoneyChart } from './money-chart.tsx'
import { files, overviewQuery, revenueQuery } from './requests.ts'
import { Section } from './section.tsx'
import { FileLink, PartLinks, RowsLink } from './figure-links.tsx'
import { inDollars, inMonths, formatOrNull } from './texts.ts'

// Loaded lazily: below the fold, and most of the code of the page.
const RevenueMonths = lazy(async () => ({ default: (await import('./revenue-months.tsx')).RevenueMonths }))
const RecurringSection = lazy(async () => ({
  default: (await import('./recurring-section.tsx')).RecurringSection,
}))

const trendMonths = 6

/** The creator's revenue, what it comes from, and the payout statements. Also laid out for printing. */
export function RevenueReportsPage() {
  const { data: facts } = useQuery(revenueQuery)
  const { data: overview } = useQuery(overviewQuery())
  const { name } = useSite()
  const creatorName = useCreatorName()
  if (facts?.countedAt === null) return <NotCountedNotice />
  if (!facts || !overview) return <Skeleton className="mt-6 h-96" />
  if (!overview.earnsHere)
    return (
      <div className="mt-6">
        <NoRevenueNotice />
      </div>
    )
  return (
    <>
      <p className="mt-2 hidden print:block">
        {name}, revenue of {creatorName}
      </p>
      <Report facts={facts} overview={overview} />
    </>
  )
}

type Props = { facts: Revenue; overview: Overview }

function Report({ facts, overview }: Props) {
  const months = facts.months.toSorted((one, other) => one.month.localeCompare(other.month))
  return (
    <>
      <div className="mt-4 flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex flex-wrap gap-3 print:hidden">
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
          <Button asChild kind="outline">
            <Link to={paths.promoTest}>Promo Test</Link>
          </Button>
        </div>
        {facts.countedAt ? <CountedAt at={facts.countedAt} /> : null}
      </div>
      <div className="mt-4 grid grid-cols-1 gap-9">
        <Figures facts={facts} overview={overview} />
        <Section defined={figures.sixMonths}>
          <MoneyChart label={figures.sixMonths.name} months={months.slice(-trendMonths)} />
        </Section>
        <Section defined={figures.months} links={<FileLink href={files.revenue} of={figures.months.name} />}>
          <Suspense fallback={<Skeleton className="h-72" />}>
            <RevenueMonths months={months} />
          </Suspense>
        </Section>
        <Suspense fallback={<Skeleton className="h-96" />}>
          <RecurringSection />
        </Suspense>
      </div>
    </>
  )
}

function Figures({ facts, overview }: Props) {
  const { yearlyProjectionCents, monthsProjectedFrom, perSubscriberCents } = facts
  const { projectedFrom, projectedThrough } = facts
  return (
    <dl className={`${tiles} lg:grid-cols-4`}>
      <MoneyTiles facts={overview} />
      <CountedFigure
        label={figures.yearlyProjection.name}
        value={formatOrNull(yearlyProjectionCents, inDollars)}
        note={
          yearlyProjectionCents === null
            ? 'Available after the first full month'
            : `Your share: twelve times the average of the last ${inMonths(monthsProjectedFrom)}`
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
        label={figures.sharePerSubscriber.name}
        value={formatOrNull(perSubscriberCents, inDollars)}
        definition={figures.sharePerSubscriber.means}
      >
        <PartLinks
          parts={[{ figure: 'revenue', month: overview.period.through }, { figure: 'subscribers' }]}
          of={figures.sharePerSubscriber.name}
        />
      </CountedFigure>
    </dl>
  )
}
