import { lazy, Suspense, useSyncExternalStore } from 'react'
import { reporting } from '#session/reporting.ts'

const ReportDialog = lazy(async () => ({
  default: (await import('../features/moderation/report-dialog.tsx')).ReportDialog,
}))

/** Asks why something is reported, whenever somebody is about to; renders nothing otherwise. */
export function ReportPlace() {
  const subject = useSyncExternalStore(reporting.subscribe, reporting.subject)
  return subject ? (
    <Suspense fallback={null}>
      <ReportDialog key={subject.subjectId} subject={subject} onClose={reporting.end} />
    </Suspense>
  ) : null
}
