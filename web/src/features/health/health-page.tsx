import { useQuery, queryOptions } from '@tanstack/react-query'
import type { HealthCheck, HealthReport } from '@touchline/contract/health.ts'
import { usePageTitle } from '#site/page-title.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { RelativeTime } from '#ui/relative-time-text.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Page } from '#ui/page.tsx'
import { BackupSection } from './backup-section.tsx'
import { MeasurementsSection } from './measurements-section.tsx'
import { QueuesSection } from './queues-section.tsx'
import * as api from '@touchline/contract/health.ts'
import { call } from '#api/call.ts'

const lookAgainMs = 5000

const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: ({ signal }) => call(api.show, { signal }),
  refetchInterval: lookAgainMs,
  // The page shows the failure itself.
  throwOnError: false,
})

export function HealthPage() {
  usePageTitle('Health')
  const { data, isError, refetch } = useQuery(healthQuery)
  return (
    <Page title="Health" lead="Refreshed every five seconds while this page is open.">
      {isError ? (
        <div role="alert" className="surface mb-6 flex flex-wrap items-center gap-4 p-5">
          <p className="measure">
            {data ? 'The site did not answer: below is what it last reported.' : 'The site did not answer.'}
          </p>
          <Button onClick={() => void refetch()}>Try Again</Button>
        </div>
      ) : null}
      {data ? <Report report={data} /> : isError ? null : <Skeleton className="h-96" />}
    </Page>
  )
}

function Report({ report }: { report: HealthReport }) {
  const wrong = report.checks.filter(({ isWell }) => !isWell).length
  const skipped = report.checks.filter(({ isSkipped }) => isSkipped).length
  return (
    <>
      <p aria-live="polite" className="text-lg">
        {wrong === 0 ? 'No check fails.' : wrong === 1 ? 'One check fails.' : `${wrong} checks fail.`}
        {skipped === 0 ? null : (
          <span className="text-muted"> {skipped} skipped: they concern a public site in production.</span>
        )}
      </p>
      <ul aria-label="Checks" className="mt-4 grid gap-3">
        {report.checks.map((check) => (
          <li key={check.name} className="surface flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
            <h2 className="w-28 text-base">{names[check.name]}</h2>
            {check.isSkipped ? (
              <Badge>Skipped</Badge>
            ) : check.isWell ? (
              <Badge look="turf">OK</Badge>
            ) : (
              <Badge look="dismissal">Failing</Badge>
            )}
            <p className="measure min-w-40 flex-1 text-muted">{check.words}</p>
          </li>
        ))}
      </ul>
      <MeasurementsSection report={report} />
      <BackupSection backup={report.backup} />
      <QueuesSection queues={report.queues} />
      <FailedJobs jobs={report.failedJobs} />
    </>
  )
}

const names: Record<HealthCheck['name'], string> = {
  database: 'Database',
  tables: 'Tables',
  disk: 'Disk',
  storage: 'Storage',
  clock: 'Clock',
  jobs: 'Jobs',
  mail: 'Mail',
  webhooks: 'Webhooks',
  receivers: 'Outgoing webhooks',
  payments: 'Payments',
  gate: 'Gate',
  demo: 'Demo accounts',
  programs: 'Programs',
  versions: 'Versions',
  backup: 'Backup',
}

function FailedJobs({ jobs }: { jobs: HealthReport['failedJobs'] }) {
  return (
    <section aria-labelledby="failed-title" className="mt-9">
      <h2 id="failed-title" className="text-2xl">
        Failed lately
      </h2>
      <div className="mt-5">
        {jobs.length === 0 ? (
          <EmptyState title="Nothing failed">
            Background work that was given up on appears here. What needs a decision is under Books.
          </EmptyState>
        ) : (
          <ul className="grid gap-3">
            {jobs.map(({ queue, attempts, failedAt }) => (
              <li key={`${queue}-${failedAt}`} className="surface flex flex-wrap items-center gap-3 p-4">
                <code className="break-all">{queue}</code>
                <RelativeTime at={failedAt} />
                <span className="text-sm text-muted">
                  {attempts === 1 ? 'tried once' : `tried ${attempts} times`}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}
