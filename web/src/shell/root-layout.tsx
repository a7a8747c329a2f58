import { lazyPage } from '#router/lazy-page.tsx'
import { Outlet, useLocation } from '#router/router-provider.tsx'
import { Suspense, useEffect, useRef } from 'react'
import { SandboxNotice } from '#site/sandbox-notice.tsx'
import { clearSignup, isInSignupFlow } from '#features/subscriptions/signup-flow.ts'
import { useViewer } from '#session/viewer.ts'
import { SlotContext } from '#slots.ts'
import { focusHeading, isFocusLost } from '#ui/focus-return.ts'
import { FullSpinner } from '#ui/spinner.tsx'
import { slots } from './slots.tsx'

/** Unlike React's `lazy`, it renders synchronously after preloading. */
export const SignedInFrame = lazyPage(() => import('./signed-in-frame.tsx'), 'SignedInFrame')

/** After navigation, focuses the element of the URL's hash or the heading, for screen readers. */
function useFocusOnPageChange() {
  const { pathname, hash } = useLocation()
  const focused = useRef(pathname)
  useEffect(() => {
    if (focused.current === pathname) return undefined
    focused.current = pathname
    if (focusHeading(hash)) return undefined
    // The code of the page is still loading.
    const observer = new MutationObserver(() => {
      if (!isFocusLost() || focusHeading(hash)) observer.disconnect()
    })
    observer.observe(document.body, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [pathname, hash])
}

export function RootLayout() {
  const viewer = useViewer()
  const pathname = useLocation().pathname
  useFocusOnPageChange()
  useEffect(() => {
    if (!isInSignupFlow(pathname)) clearSignup()
  }, [pathname])
  return (
    <SlotContext value={slots}>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <Suspense fallback={<FullSpinner />}>
        {viewer ? (
          <SignedInFrame>
            <Outlet />
          </SignedInFrame>
        ) : (
          <>
            <SandboxNotice />
            <Outlet />
          </>
        )}
      </Suspense>
    </SlotContext>
  )
}
