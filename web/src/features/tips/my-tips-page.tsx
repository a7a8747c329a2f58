import { useInfiniteQuery } from '@tanstack/react-query'
import { usePageTitle } from '#session/page-title.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { useLiveTips } from './live-tips.ts'
import { tipsSent, toTips } from './requests.ts'
import { SentTips } from './sent-tips.tsx'
import { TipPaywall } from './tip-paywall.tsx'
import { TipsSkeleton } from './tips-skeleton.tsx'
import { useSettleOpenTips } from './settle-open-tips.ts'

/** What a subscriber sent and what was hearted; without access the paywall instead. */
export function MyTipsPage() {
  usePageTitle('My Tips')
  return useSignedInViewer().hasAccess ? <MyTips /> : <TipPaywall />
}

function MyTips() {
  useLiveTips()
  const query = useInfiniteQuery(tipsSent)
  const tips = toTips(query.data?.pages ?? [])
  useSettleOpenTips(tips)
  return (
    <main id="main" className="mx-auto w-full max-w-report flex-1 px-4 py-9 sm:px-6 sm:py-14">
      <h1 className="mb-6 text-3xl">My Tips</h1>
      {query.data ? (
        <SentTips tips={tips} total={query.data.pages.at(-1)?.total ?? 0} query={query} />
      ) : (
        <TipsSkeleton />
      )}
    </main>
  )
}
