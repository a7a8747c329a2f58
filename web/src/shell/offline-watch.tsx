import { CloudOff, RefreshCw } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Link } from '#router/link.tsx'
import { registerWorker } from '#offline/worker-here.ts'
import { maintainSaved } from '#offline/maintain-saved.ts'
import { paths } from '#paths.ts'
import { sendPositions } from '#player/send-positions.ts'
import { useSite } from '#site/site.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { Button } from '#ui/button.tsx'
import { useReach } from './use-reach.ts'

const lookAgainMs = 60 * 60_000

/** Renews the leases of saved posts while there is a connection. */
function useLookAfter() {
  const viewer = useSignedInViewer()
  const site = useSite()
  useEffect(() => {
    if (!viewer.hasAccess) return undefined
    const look = () => {
      // Films that were played without a connection.
      void sendPositions(viewer.id)
      // A failure is retried next time; the surrounding page handles refusals.
      maintainSaved({ viewer, site }).catch(() => {})
    }
    look()
    const again = setInterval(look, lookAgainMs)
    window.addEventListener('online', look)
    return () => {
      clearInterval(again)
      window.removeEventListener('online', look)
    }
  }, [viewer, site])
}

const line = 'flex items-center justify-center gap-x-3 border-b border-line bg-bench px-4 py-1 text-sm'

const onLineChange = (listener: () => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

export function OfflineWatch() {
  const isOnline = useSyncExternalStore(onLineChange, () => navigator.onLine)
  const isReached = useReach()
  const [update, setUpdate] = useState<(() => void) | null>(null)
  useLookAfter()
  useEffect(() => registerWorker((next) => setUpdate(() => next)), [])
  return (
    <>
      <output className="block">
        {isOnline ? (
          isReached ? null : (
            <span className={line}>
              <CloudOff size={16} aria-hidden className="shrink-0" />
              <span className="py-2">The club cannot be reached right now. What is on this page stays.</span>
            </span>
          )
        ) : (
          <span className={line}>
            <CloudOff size={16} aria-hidden className="shrink-0" />
            <span>You are offline. What you write and like will be sent later.</span>
            <Link
              to={paths.saved}
              className="inline-flex min-h-11 shrink-0 items-center font-semibold underline"
            >
              Saved Posts
            </Link>
          </span>
        )}
      </output>
      {update && isOnline ? (
        <section
          aria-label="New version"
          className="flex flex-wrap items-center justify-center gap-x-3 border-b border-line bg-bench px-4 py-1 text-sm"
        >
          <RefreshCw size={16} aria-hidden />
          <p>There is a new version of this site.</p>
          <Button kind="quiet" className="px-3!" onClick={update}>
            Update now
          </Button>
        </section>
      ) : null}
    </>
  )
}
