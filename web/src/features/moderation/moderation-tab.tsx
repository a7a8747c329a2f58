import { lazy, Suspense } from 'react'
import { useSignedInViewer } from '#session/viewer.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { ReportQueue } from './report-queue.tsx'
import { SilencedPeople } from './silenced-people.tsx'

const ModeratedPosts = lazy(async () => ({
  default: (await import('./moderated-posts.tsx')).ModeratedPosts,
}))

const HeldQueue = lazy(async () => ({ default: (await import('./held-queue.tsx')).HeldQueue }))

const HoldRules = lazy(async () => ({ default: (await import('./hold-rules.tsx')).HoldRules }))

/** The reports and held comments; for admins also what is held, and the posts. */
export function ModerationTab() {
  const { role } = useSignedInViewer()
  return (
    <>
      <ReportQueue />
      <SilencedPeople />
      <Suspense fallback={<Skeleton className="mt-12 h-40" />}>
        <HeldQueue />
      </Suspense>
      {role === 'admin' ? (
        <Suspense fallback={<Skeleton className="mt-12 h-60" />}>
          <HoldRules />
          <ModeratedPosts />
        </Suspense>
      ) : null}
    </>
  )
}
