import { Link } from '#router/link.tsx'
import { lazy, Suspense } from 'react'
import { paths } from '#paths.ts'
import { usePageTitle } from '#site/page-title.ts'
import { Button } from '#ui/button.tsx'
import { noAccessStatus, useWatchedStatus } from '#people/membership-status.ts'
import { StatusPanel } from './status-panel.tsx'

const MissedPosts = lazy(async () => ({ default: (await import('#people/missed-posts.tsx')).MissedPosts }))

/** Replaces members' content. It disappears by itself, since its parent checks `hasAccess`. */
export function NoAccessScreen() {
  usePageTitle('Membership')
  const status = useWatchedStatus()
  return (
    <main id="main" className="grid flex-1 content-center gap-9 px-4 py-9">
      <StatusPanel status={status}>
        {status.showSubscribeButton ? (
          <Button asChild size="large">
            <Link to={paths.subscribe}>{noAccessStatus(status.subscriptionState).subscribeLabel}</Link>
          </Button>
        ) : null}
      </StatusPanel>
      {status.showSubscribeButton ? (
        <div className="mx-auto w-full max-w-[36rem]">
          <Suspense fallback={null}>
            <MissedPosts />
          </Suspense>
        </div>
      ) : null}
    </main>
  )
}
