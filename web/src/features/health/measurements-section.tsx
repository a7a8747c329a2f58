import type { HealthReport } from '@touchline/contract/health.ts'
import { RelativeTime } from '#ui/relative-time-text.tsx'
import { fileSize } from '#ui/file-size.ts'

export function formatWait(seconds: number): string {
  if (seconds < 60) return 'less than a minute'
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return minutes === 1 ? 'a minute' : `${minutes} minutes`
  const hours = Math.round(minutes / 60)
  if (hours < 48) return hours === 1 ? 'an hour' : `${hours} hours`
  return `${Math.round(hours / 24)} days`
}

const unknown = 'not known now'

const waiting = (of: { waiting: number; oldestSeconds: number } | null) => {
  if (!of) return unknown
  return of.waiting === 0 ? 'none' : `${of.waiting}, the oldest for ${formatWait(of.oldestSeconds)}`
}

export function MeasurementsSection({ report }: { report: HealthReport }) {
  const { disk, load, letters, events, versions, startedAt } = report
  return (
    <section aria-labelledby="figures-title" className="mt-9">
      <h2 id="figures-title" className="text-2xl">
        Figures
      </h2>
      <dl className="mt-5 grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-3">
        {[
          ['Free on the disk', disk ? `${fileSize(disk.freeBytes)} of ${fileSize(disk.sizeBytes)}` : unknown],
          ['Emails waiting', waiting(letters)],
          ['Webhooks waiting', waiting(events)],
          ['Webhooks given up', events ? String(events.dead) : unknown],
          ['Requests right now', `${load.inFlight} of ${load.mostInFlight}`],
          ['Turned away since the start', String(load.turnedAway)],
          ['Open sockets and streams', String(load.guests)],
          ['Touchline', versions.app],
          ['Node', versions.node],
          ['PostgreSQL', versions.database ?? unknown],
          ['ffmpeg', versions.ffmpeg ?? 'not installed'],
        ].map(([label, value]) => (
          <div key={label} className="surface p-4">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="board mt-1 wrap-anywhere">{value}</dd>
          </div>
        ))}
        <div className="surface p-4">
          <dt className="text-sm text-muted">Started</dt>
          <dd className="mt-1">
            <RelativeTime at={startedAt} />
          </dd>
        </div>
      </dl>
    </section>
  )
}
