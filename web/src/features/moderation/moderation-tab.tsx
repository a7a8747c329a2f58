import { lazy, Suspense } from 'react'
import { Skeleton } from '#ui/skeleton.tsx'
import { ReportQueue } from './report-queue.tsx'

const ModeratedPosts = lazy(async () => ({
  default: (await import('./moderated-posts.tsx')).ModeratedPosts,
}))

export function ModerationTab() {
  return (
    <>
      <ReportQueue />
      <Suspense fallback={<Skeleton className="mt-12 h-60" />}>
        <ModeratedPosts />
      </Suspense>
    </>
  )
}
