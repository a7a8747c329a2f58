import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { logProblem } from '#api/log.ts'
import { isMissing } from '#router/lazy-page.tsx'
import { Button } from '#ui/button.tsx'
import { SystemScreen } from './system-screen.tsx'

const refresh = <Button onClick={() => window.location.reload()}>Refresh Page</Button>

const Crashed = () => (
  <SystemScreen colour="red" title="Something went wrong" action={refresh}>
    The referee has stopped play. Please refresh the page; if it happens again, come back a little later.
  </SystemScreen>
)

const Replaced = () => (
  <SystemScreen colour="yellow" title="There is a new version of this site" action={refresh}>
    This page belongs to the previous one. Please refresh it to go on.
  </SystemScreen>
)

/** Loaded on demand; if that fails as well, the crash screen is shown. */
const Fetched = lazy<ComponentType<{ isStart: boolean }>>(() =>
  import('./offline-start.tsx').then(
    ({ Offline }) => ({ default: Offline }),
    () => ({ default: Crashed }),
  ),
)

const offline = (isStart: boolean) => (
  <Suspense>
    <Fetched isStart={isStart} />
  </Suspense>
)

/** Whether a request failed because the server was unreachable or a proxy said so. */
const isUnanswered = (error: unknown) => /^(TypeError|ApiError: 50[234])/.test(String(error))

/** The screen for a broken page; an unreachable server is not a crash. */
export function CrashScreen({ error }: { error: unknown }) {
  if (isUnanswered(error) && !navigator.onLine) return offline(false)
  return isMissing(error) ? <Replaced /> : <Crashed />
}

/** Catches crashes above the router, and shows the saved posts when the site is unreachable. */
export class CrashBoundary extends Component<{ children: ReactNode }, { crash?: { error: unknown } }> {
  override state: { crash?: { error: unknown } } = {}

  static getDerivedStateFromError(error: unknown) {
    return { crash: { error } }
  }

  override componentDidCatch(error: Error) {
    logProblem('The page crashed', error)
  }

  override render() {
    const { crash } = this.state
    if (!crash) return this.props.children
    // Only a failed fetch throws this error here.
    return isUnanswered(crash.error) ? offline(true) : <Crashed />
  }
}
