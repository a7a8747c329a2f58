import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { usePageTitle } from '#site/page-title.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { useLiveTips } from './live-tips.ts'
import { tipsSent, toTips, renewTips } from './requests.ts'
import { SentTips } from './sent-tips.tsx'
import { TipsSkeleton } from './tips-skeleton.tsx'
import * as api from '@touchline/contract/tips.ts'
import type { Tip } from '@touchline/contract/tips.ts'
import { useEffect } from 'react'
import { call } from '#api/call.ts'
import { logProblem } from '#api/log.ts'
import { Link } from '#router/link.tsx'
import { useAccessRefusal } from '#people/access-refusal.ts'
import { useCreatorName } from '#people/names.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { OfficialCard } from '#ui/official-card.tsx'
import { Page } from '#ui/page.tsx'

/** Replaces My Tips for viewers without an active subscription. */
function TipPaywall() {
  const { words, way } = useAccessRefusal()
  const creatorName = useCreatorName()
  return (
    <Page title="My Tips" className="max-w-feed">
      <Card aria-labelledby="paywall" className="text-center">
        <OfficialCard colour={words?.colour ?? 'violet'} className="text-4xl" />
        <h2 id="paywall" className="mt-6 text-2xl">
          {words ? words.title : 'My Tips is for Platinum members'}
        </h2>
        <p className="mx-auto mt-3 max-w-[46ch] text-muted">
          {words
            ? words.text
            : `Subscribe to send tips to ${creatorName} and to see which ones were hearted.`}
        </p>
        <Button asChild className="mt-6">
          <Link to={way.to}>{way.label}</Link>
        </Button>
      </Card>
    </Page>
  )
}

const isOpen = ({ status }: Tip) => status !== 'completed' && status !== 'failed'

/** Refreshes open tips once each time they appear, for a member returning from their bank. */
function useSettleOpenTips(tips: Tip[]) {
  const client = useQueryClient()
  const open = tips
    .filter(isOpen)
    .map(({ id }) => id)
    .join()
  useEffect(() => {
    if (open === '') return
    void Promise.all(open.split(',').map((id) => call(api.refresh, { params: { id } }))).then(
      (looked) => (looked.some(({ tip }) => !isOpen(tip)) ? renewTips(client) : undefined),
      (error: unknown) => logProblem('Refreshing an open tip failed', error),
    )
  }, [open, client])
}

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
    <Page title="My Tips">
      {query.data ? (
        <SentTips tips={tips} total={query.data.pages.at(-1)?.total ?? 0} query={query} />
      ) : (
        <TipsSkeleton />
      )}
    </Page>
  )
}
