import { lazy, Suspense } from 'react'
import { useSignedInViewer } from '#session/viewer.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { HomePage } from '../features/home/home-page.tsx'
import { LatestPosts } from '../features/posts/latest-posts.tsx'
import { SendTipToCreator } from '../features/tips/send-tip.tsx'
import { NoAccessScreen } from '#features/subscriptions/no-access-screen.tsx'

const Today = lazy(async () => ({
  default: (await import('../features/needs-attention/needs-attention-section.tsx')).NeedsAttentionSection,
}))

const OpenWork = lazy(async () => ({
  default: (await import('../features/needs-attention/open-work-section.tsx')).OpenWorkSection,
}))

export function MemberHome() {
  const { role } = useSignedInViewer()
  return (
    <HomePage
      noAccess={<NoAccessScreen />}
      today={
        role === 'subscriber' ? null : (
          <Suspense fallback={<Skeleton className="mb-9 h-36" />}>
            {role === 'creator' ? <Today /> : <OpenWork />}
          </Suspense>
        )
      }
      latestPosts={<LatestPosts />}
      tipButton={SendTipToCreator}
    />
  )
}
