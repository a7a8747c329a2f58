import { useSuspenseQuery } from '@tanstack/react-query'
import { RouterProvider } from '#router/router-provider.tsx'
import { lazy, Suspense, useEffect } from 'react'
import { savedOwner } from '#offline/owner.ts'
import { afterFirstContent } from './ui/first-content.ts'
import { FullSpinner } from '#ui/spinner.tsx'
import { useIsHydrated } from '#ui/use-is-hydrated.ts'
import { firstToast } from '#ui/toast-store.ts'
import { Gate } from './features/gate/gate.tsx'
import type { Router } from '#router/router.ts'
import { useSite } from './site/site.ts'
import { sessionQuery } from './session/viewer.ts'
import { CrashBoundary } from './shell/crash-screen.tsx'

const SuspendedScreen = lazy(async () => ({
  default: (await import('./shell/suspended-screen.tsx')).SuspendedScreen,
}))
const fetchToaster = async () => ({ default: (await import('#ui/toaster.tsx')).Toaster })
// Loaded after the page, unless there is a toast to show.
const Toaster = lazy(() => Promise.race([afterFirstContent(fetchToaster), firstToast().then(fetchToaster)]))

function Club({ router }: Pick<Props, 'router'>) {
  const { data: session } = useSuspenseQuery(sessionQuery)
  const site = useSite()
  useEffect(() => {
    if (savedOwner() === null) return
    import('./offline/maintain-saved.ts').then(
      ({ guardSaved }) => guardSaved(session, site),
      () => {},
    )
  }, [session, site])
  if (session.state === 'blocked') return <SuspendedScreen />
  return <RouterProvider router={router} />
}

type Props = { router: Router; onDrawn: () => void }

/** Renders the gate, then loads the session, then renders the pages. `onDrawn` is called after the first paint. */
export function App({ router, onDrawn }: Props) {
  const isHydrated = useIsHydrated()
  useEffect(onDrawn, [onDrawn])
  return (
    <>
      <CrashBoundary>
        <Suspense fallback={<FullSpinner />}>
          <Gate>
            <Club router={router} />
          </Gate>
        </Suspense>
      </CrashBoundary>
      {isHydrated ? (
        <Suspense fallback={null}>
          <Toaster />
        </Suspense>
      ) : null}
    </>
  )
}
