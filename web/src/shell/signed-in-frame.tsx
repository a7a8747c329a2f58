import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { ConfirmIdentity } from '#session/confirm-identity.tsx'
import { unsentHeartsKey, unsentCommentsKey } from '#session/saved-texts.ts'
import { useTextsUnder } from '#session/use-saved-text.ts'
import { live, useLiveConnection } from '#session/live.ts'
import { SandboxNotice } from '#session/sandbox-notice.tsx'
import { useSite } from '#session/site.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { afterFirstContent } from '#ui/first-content.ts'
import { SiteFoot } from './site-foot.tsx'
import type { TipSlot } from './tip-slot.ts'
import { TopBar } from './top-bar.tsx'
import { reporting } from '#session/reporting.ts'

const ReportDialog = lazy(async () => ({
  default: (await import('../features/moderation/report-dialog.tsx')).ReportDialog,
}))

/** Asks why something is reported, whenever somebody is about to; renders nothing otherwise. */
function ReportPlace() {
  const subject = useSyncExternalStore(reporting.subscribe, reporting.subject)
  return subject ? (
    <Suspense fallback={null}>
      <ReportDialog key={subject.subjectId} subject={subject} onClose={reporting.end} />
    </Suspense>
  ) : null
}

const OfflineWatch = lazy(() =>
  afterFirstContent(async () => ({ default: (await import('./offline-watch.tsx')).OfflineWatch })),
)

const fetchNotice = async () => (await import('./waiting.tsx')).Waiting

/** What looks after unsent comments and hearts. Where it cannot be fetched it is asked for again when the connection is back. */
function UnsentPlace() {
  const [Notice, setNotice] = useState<ComponentType | null>(null)
  const isMissing = Notice === null
  useEffect(() => {
    if (!isMissing) return undefined
    const show = () =>
      void fetchNotice().then(
        (found) => setNotice(() => found),
        () => {},
      )
    show()
    window.addEventListener('online', show)
    const leave = live.subscribe({ onOpen: show })
    return () => {
      window.removeEventListener('online', show)
      leave()
    }
  }, [isMissing])
  return Notice ? <Notice /> : null
}

async function keepPushOf(client: QueryClient) {
  try {
    const { refreshPush } = await import('../features/notifications/push-here.ts')
    await refreshPush(client)
  } catch {
    // The next page tries again.
  }
}

/** A browser that takes push messages goes on taking them after its person signed in anew. */
function useKeptPush() {
  const client = useQueryClient()
  useEffect(() => {
    if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return
    void keepPushOf(client)
  }, [client])
}

type Props = { tip: TipSlot | undefined; children: ReactNode }

/** The top bar, the room below it, and the live connection of a member. */
export function SignedInFrame({ tip, children }: Props) {
  const viewer = useSignedInViewer()
  useLiveConnection(viewer.hasAccess)
  useKeptPush()
  const { features } = useSite()
  const comments = useTextsUnder(unsentCommentsKey(viewer.id))
  const hearts = useTextsUnder(unsentHeartsKey(viewer.id))
  return (
    <>
      <TopBar tip={tip} />
      <div className="flex flex-1 flex-col pt-16 print:pt-0">
        <SandboxNotice />
        {features.offline ? (
          <Suspense fallback={null}>
            <OfflineWatch />
          </Suspense>
        ) : null}
        {comments.length + hearts.length > 0 ? <UnsentPlace /> : null}
        {children}
        <SiteFoot />
      </div>
      <ConfirmIdentity />
      <ReportPlace />
    </>
  )
}
