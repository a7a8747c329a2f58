import type { HealthReport } from '@touchline/contract/health.ts'
import type { ReactNode } from 'react'
import { RelativeTime } from '#ui/relative-time-text.tsx'

const oldAfterMs = 48 * 60 * 60 * 1000
const isOld = (at: string) => Date.now() - Date.parse(at) > oldAfterMs

export function BackupSection({ backup }: Pick<HealthReport, 'backup'>) {
  return (
    <section aria-labelledby="backup-title" className="mt-9">
      <h2 id="backup-title" className="text-2xl">
        Backup
      </h2>
      {backup ? (
        <dl className="mt-5 grid gap-3 sm:grid-cols-2 sm:gap-4">
          <Fact label="Made">
            {backup.made ? (
              <>
                <RelativeTime at={backup.made.at} />{' '}
                {backup.made.isWhole ? 'With every file.' : 'Some files of the site were lost before it.'}
                {isOld(backup.made.at)
                  ? ' There should be a newer one by now: check that it still runs every night.'
                  : null}
              </>
            ) : (
              'This site knows of no backup: run npm run backup.'
            )}
          </Fact>
          <Fact label="Verified">
            {backup.verified ? (
              <>
                <RelativeTime at={backup.verified.at} />{' '}
                {backup.verified.holds ? 'It can be restored.' : 'Not everything in it was intact.'} Backup
                made: <RelativeTime at={backup.verified.backupAt} />
              </>
            ) : (
              'None has been restored to check that it is good: run npm run restore with --verify.'
            )}
          </Fact>
        </dl>
      ) : (
        <p className="mt-5 measure text-muted">
          The record of backups cannot be read. The next backup writes a new one.
        </p>
      )}
    </section>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="surface p-4">
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="mt-1">{children}</dd>
  </div>
)
