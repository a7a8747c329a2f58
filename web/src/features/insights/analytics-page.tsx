import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useSlots } from '#slots.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { CountedAt } from './counted-at.tsx'
import { figures } from './definitions.ts'
import { NoRevenueNotice, NotCountedNotice } from './empty-notices.tsx'
import { FileLink } from './figure-links.tsx'
import { MainFigures, PerformanceInsights } from './main-figures.tsx'
import { MoneyChart } from './money-chart.tsx'
import { type PeriodSearch, toPeriodSearch } from './period-search.ts'
import { PeriodSwitch } from './period-switch.tsx'
import { files, overviewQuery } from './requests.ts'
import { Section } from './section.tsx'

const inCents = (dollars: number) => Math.round(dollars * 100)

export function AnalyticsPage() {
  const { RecentTips } = useSlots()
  const { period }: PeriodSearch = toPeriodSearch(useSearch({ strict: false }))
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
