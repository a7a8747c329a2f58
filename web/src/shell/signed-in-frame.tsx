import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, lazy, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { ConfirmIdentity } from '#session/confirm-identity.tsx'
import { unsentHeartsKey, unsentCommentsKey, useTextsUnder } from '#drafting/saved-texts.ts'
import { live, useLiveConnection } from '#live/live.ts'
import { SandboxNotice } from '#site/sandbox-notice.tsx'
import { useSite } from '#site/site.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { afterFirstContent } from '#ui/first-content.ts'
import { TopBar } from './top-bar.tsx'
import { reporting } from '#reporting/reporting.ts'
import { Later } from '#ui/later.tsx'

const ReportDialog = lazy(async () => ({
  default: (await import('../features/moderation/report-dialog.tsx')).ReportDialog,
}))

function ReportPlace() {
  const subject = useSyncExternalStore(reporting.subscribe, reporting.subject, () => null)
  return subject ? (
    <Later>
      <ReportDialog key={subject.subjectId} subject={subject} onClose={reporting.end} />
    </Later>
  ) : null
}

const OfflineWatch = lazy(() =>
  afterFirstContent(async () => ({ default: (await import('./offline-watch.tsx')).OfflineWatch })),
)

const KeyboardShortcuts = lazy(() =>
  afterFirstContent(async () => ({
    default: (await import('./keyboard-shortcuts.tsx')).KeyboardShortcuts,
  })),
)

const SiteFoot = lazy(() =>
  afterFirstContent(async () => ({ default: (await import('./site-foot.tsx')).SiteFoot })),
)

const fetchNotice = async () => (await import('./waiting.tsx')).Waiting

/** Loads the code that sends unsent comments and hearts. Retries when the connection returns. */
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
    // The next page retries.
  }
}

/** Registers an existing push subscription again after a new sign-in. */
function useRegisteredPush() {
  const client = useQueryClient()
  useEffect(() => {
    if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return
    void keepPushOf(client)
  }, [client])
}

export function SignedInFrame({ children }: { children: ReactNode }) {
  const viewer = useSignedInViewer()
  useLiveConnection(viewer.hasAccess)
  useRegisteredPush()
  const { features } = useSite()
  const comments = useTextsUnder(unsentCommentsKey(viewer.id))
  const hearts = useTextsUnder(unsentHeartsKey(viewer.id))
  return (
    <>
      <TopBar />
      <div className="flex flex-1 flex-col pt-16 pb-(--bottom-bar) print:p-0">
        <SandboxNotice />
        {features.offline ? (
          <Later>
            <OfflineWatch />
          </Later>
        ) : null}
        {comments.length + hearts.length > 0 ? <UnsentPlace /> : null}
        {children}
        <Later>
          <SiteFoot />
          <KeyboardShortcuts />
        </Later>
      </div>
      <ConfirmIdentity />
      <ReportPlace />
    </>
  )
}
