import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError, errorMessage } from '#api/api-error.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { isMobile } from '#ui/is-mobile.ts'
import { toast } from '#ui/toast-store.ts'
import { openPortal, type Portal } from './management-requests.ts'
import { refreshMembership } from './requests.ts'
import { noConnection } from './payment-toasts.ts'

const lockedMs = 2000

const unavailable: Record<Portal, string> = {
  'payment-method': 'Unable to access payment management. Please try again.',
  overview: 'Unable to access payment management. Please try again.',
  cancel: 'Unable to access subscription cancellation. Please try again.',
}

function showNotOpened(portal: Portal, error: unknown) {
  const isRefused = error instanceof ApiError && error.status === 409
  const isAnswered = error instanceof ApiError
  toast({
    title: 'Page Not Opened',
    description: isRefused
      ? errorMessage(error, unavailable[portal])
      : isAnswered
        ? unavailable[portal]
        : noConnection,
    kind: 'destructive',
  })
}

/** Opens a tab while the press still allows it; null if the portal uses this window. */
function openTab(): Window | null {
  const tab = isMobile() ? null : window.open('about:blank', '_blank')
  if (tab) tab.document.title = 'Opening...'
  return tab
}

function navigate(tab: Window | null, url: string) {
  if (!tab) return window.location.assign(url)
  tab.opener = null
  tab.location.replace(url)
}

export type Portals = { opening: Portal | null; isLocked: boolean; open: (portal: Portal) => Promise<void> }

/** Opens the Stripe portal in a new tab, on phones in this window, and refreshes when the member returns. */
export function usePortals(): Portals {
  const client = useQueryClient()
  const isExpired = useExpiredSession()
  const [opening, setOpening] = useState<Portal | null>(null)
  const [wasOpened, setOpened] = useState(false)
  const unlocking = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(unlocking.current), [])

  useEffect(() => {
    if (!wasOpened) return undefined
    const ask = () => {
      if (document.visibilityState === 'visible') void refreshMembership(client).catch(() => undefined)
    }
    window.addEventListener('focus', ask)
    document.addEventListener('visibilitychange', ask)
    return () => {
      window.removeEventListener('focus', ask)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [wasOpened, client])

  async function open(portal: Portal) {
    if (opening) return
    setOpening(portal)
    const tab = openTab()
    try {
      const { url } = await openPortal(portal)
      setOpened(true)
      navigate(tab, url)
    } catch (error) {
      tab?.close()
      if (!isExpired(error)) showNotOpened(portal, error)
      // The page shows an outdated state.
      if (error instanceof ApiError && error.status === 409)
        void refreshMembership(client).catch(() => undefined)
    }
    unlocking.current = setTimeout(() => setOpening(null), lockedMs)
  }

  return { opening, isLocked: opening !== null, open }
}
