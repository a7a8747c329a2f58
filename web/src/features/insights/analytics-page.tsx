import { useQuery } from '@tanstack/react-query'
import { useSearch } from '#router/router-provider.tsx'
import { Link } from '#router/link.tsx'
import { useSlots } from '#slots.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { CountedAt } from './counted-at.tsx'
import { figures } from './definitions.ts'
import { NoRevenueNotice, NotCountedNotice } from './empty-notices.tsx'
import { FileLink } from './figure-links.tsx'
import { MainFigures, PerformanceInsights } from './main-figures.tsx'
import { MoneyChart } from './money-chart.tsx'
import { toPeriodSearch, periodNames } from './period-search.ts'
import { files, overviewQuery } from './requests.ts'
import { Section } from './section.tsx'
import type { Comparison } from '@touchline/contract/insights.ts'
import { clsx } from 'clsx'
import { paths } from '#paths.ts'

function PeriodSwitch({ name, available }: Pick<Comparison, 'name' | 'available'>) {
  if (available.length < 2) return null
  return (
    <nav aria-label="Period" className="print:hidden">
      <ul className="flex flex-wrap gap-0.5 sm:gap-1">
        {available.map((one) => (
          <li key={one}>
            <Link
              to={paths.analytics}
              search={toPeriodSearch({ period: one })}
              resetScroll={false}
              activeOptions={{ exact: true }}
              aria-current={one === name ? 'page' : undefined}
              className={clsx(
                'inline-flex min-h-11 items-center rounded-control border px-1.5 text-[0.8125rem] sm:px-3 sm:text-sm font-semibold',
                one === name
                  ? 'border-turf bg-bench text-chalk'
                  : 'border-transparent text-muted hover:bg-bench hover:text-chalk',
              )}
            >
              {periodNames[one]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const inCents = (dollars: number) => Math.round(dollars * 100)

export function AnalyticsPage() {
  const { RecentTips } = useSlots()
  const { period } = useSearch(toPeriodSearch)
  const { data: facts, isPlaceholderData } = useQuery(overviewQuery(period))
  if (!facts) return <Skeleton className="mt-6 h-96" />
  if (!facts.countedAt) return <NotCountedNotice />
  return (
    <>
      <div className="mt-4 flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <PeriodSwitch {...facts.period} />
        <CountedAt at={facts.countedAt} />
      </div>
      <div
        aria-busy={isPlaceholderData}
        className="mt-4 grid grid-cols-1 gap-9 transition-opacity aria-busy:opacity-50"
      >
        <MainFigures facts={facts} />
        {facts.earnsHere ? (
          <Section defined={figures.revenueTrend}>
            <MoneyChart
              label={figures.revenueTrend.name}
              file={<FileLink href={files.revenue} of={figures.revenueTrend.name} />}
              months={facts.revenueTrend.map(({ month, gross, net }) => ({
                month,
                grossCents: inCents(gross),
                creatorCents: inCents(net),
              }))}
            />
          </Section>
        ) : (
          <NoRevenueNotice />
        )}
        <PerformanceInsights facts={facts} />
        <RecentTips />
      </div>
    </>
  )
}
