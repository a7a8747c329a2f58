import { memberChecklistDays } from '@touchline/contract/first-days.ts'
import { lazy } from 'react'
import { useSignedInViewer } from '#session/viewer.ts'
import { clubNow } from '#ui/clock.ts'
import { afterFirstContent } from '#ui/first-content.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { Later } from '#ui/later.tsx'
import { HomePage } from '../features/home/home-page.tsx'
import { LatestPosts } from '../features/posts/latest-posts.tsx'

const Today = lazy(async () => ({
  default: (await import('../features/needs-attention/needs-attention-section.tsx')).NeedsAttentionSection,
}))

const OpenWork = lazy(async () => ({
  default: (await import('../features/needs-attention/open-work-section.tsx')).OpenWorkSection,
}))

const FirstSteps = lazy(async () => ({
  default: (await import('../features/checklists/own-checklist.tsx')).OwnChecklistSection,
}))

const NoAccess = lazy(async () => ({
  default: (await import('#features/subscriptions/no-access-screen.tsx')).NoAccessScreen,
}))

const Tip = lazy(() =>
  afterFirstContent(async () => ({
    default: (await import('../features/tips/send-tip.tsx')).SendTipToCreator,
  })),
)

const TipButton = () => (
  <Later fallback={<Skeleton className="h-12" />}>
    <Tip />
  </Later>
)

const dayMs = 24 * 60 * 60 * 1000

export function MemberHome() {
  const { role, createdAt } = useSignedInViewer()
  const isNewMember = role === 'subscriber' && clubNow() - Date.parse(createdAt) < memberChecklistDays * dayMs
  return (
    <HomePage
      noAccess={
        <Later fallback={<Skeleton className="h-96" />}>
          <NoAccess />
        </Later>
      }
      today={
        role === 'creator' || role === 'admin' ? (
          <Later fallback={<Skeleton className="mb-9 h-36" />}>
            {role === 'creator' ? (
              <>
                <FirstSteps />
                <Today />
              </>
            ) : (
              <OpenWork />
            )}
          </Later>
        ) : isNewMember ? (
          <Later>
            <FirstSteps />
          </Later>
        ) : null
      }
      latestPosts={<LatestPosts />}
      tipButton={TipButton}
    />
  )
}
