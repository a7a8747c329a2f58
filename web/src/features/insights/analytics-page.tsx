import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { paths } from '#paths.ts'
import { usePageTitle } from '#site/page-title.ts'
import { useSlots } from '#slots.ts'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { CountedAt } from './counted-at.tsx'
import { figures } from './definitions.ts'
import { NoRevenueNotice, NotCountedNotice } from './empty-notices.tsx'
import { MainFigures, PerformanceInsights } from './main-figures.tsx'
import { MoneyChart } from './money-chart.tsx'
import { files, overviewQuery } from './requests.ts'
import { RetentionSection } from './retention-section.tsx'
import { Section } from './section.tsx'
import { FileLink } from './figure-links.tsx'

// Loaded lazily: below the fold, and most of the code of the page.
const RecurringSection = lazy(async () => ({
  default: (await import('./recurring-section.tsx')).RecurringSection,
}))
const LifetimeSection = lazy(async () => ({
  default: (await import('./lifetime-section.tsx')).LifetimeSection,
}))

const inCents = (dollars: number) => Math.round(dollars * 100)

/** Figures for the creator, each with its definition and a link to its rows. */
export function AnalyticsPage() {
  const { RecentTips } = useSlots()
  usePageTitle('Analytics')
  const { data: facts } = useQuery(overviewQuery)
  return (
    <main id="main" className="mx-auto w-full max-w-wide flex-1 px-4 py-9 sm:px-6 sm:py-14">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-3xl">Analytics</h1>
          <div className="mt-2 min-h-6">{facts?.countedAt ? <CountedAt at={facts.countedAt} /> : null}</div>
        </div>
        <div className="flex flex-wrap gap-3">
          <Button asChild kind="outline">
            <Link to={paths.revenueReports}>Revenue Reports</Link>
          </Button>
          <Button asChild kind="outline">
            <Link to={paths.contentAnalytics}>Content Analytics</Link>
          </Button>
          <Button asChild kind="outline">
            <Link to={paths.audienceInsights}>Audience Insights</Link>
          </Button>
          <Button asChild kind="outline">
            <Link to={paths.promoTest}>Promo Test</Link>
          </Button>
        </div>
      </div>
      {facts?.countedAt === null ? (
        <NotCountedNotice />
      ) : facts ? (
        <div className="mt-6 grid grid-cols-1 gap-9">
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
          {facts.earnsHere ? (
            <Suspense fallback={<Skeleton className="h-96" />}>
              <RecurringSection />
            </Suspense>
          ) : null}
          <RetentionSection tracesMoves={facts.earnsHere} />
          {facts.earnsHere ? (
            <Suspense fallback={<Skeleton className="h-56" />}>
              <LifetimeSection />
            </Suspense>
          ) : null}
        </div>
      ) : (
        <Skeleton className="mt-6 h-96" />
      )}
    </main>
  )
}
