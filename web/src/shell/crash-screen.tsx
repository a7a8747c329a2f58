import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { logProblem } from '#api/log.ts'
import { Button } from '#ui/button.tsx'
import { SystemScreen } from './system-screen.tsx'

const refresh = <Button onClick={() => window.location.reload()}>Refresh Page</Button>

const Crashed = () => (
  <SystemScreen colour="red" title="Something went wrong" action={refresh}>
    The referee has stopped play. Please refresh the page; if it happens again, come back a little later.
  </SystemScreen>
)

/** A part of the page was not there to be fetched: a new version has taken the place of the one this page is of. */
const isOfOldVersion = (error: unknown) =>
  error instanceof TypeError && /imported module|module script/.test(error.message)

const Replaced = () => (
  <SystemScreen colour="yellow" title="There is a new version of this site" action={refresh}>
    This page belongs to the previous one. Please refresh it to go on.
  </SystemScreen>
)

/** Fetched when it is needed; where that is not possible either, the page is simply broken. */
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

/** As a question fails that nobody answered, or of which a proxy in front said so. */
const isUnanswered = (error: unknown) => /^(TypeError|ApiError: 50[234])/.test(String(error))

/** What stands where a page broke; that nobody answered without a connection is no crash. */
export function CrashScreen({ error }: { error: unknown }) {
  if (isUnanswered(error) && !navigator.onLine) return offline(false)
  return isOfOldVersion(error) ? <Replaced /> : <Crashed />
}

/**
 * Catches a crash above the router, where no page is left to show it. Where the site cannot be reached, what is saved
 * here is still to be read.
 */
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
    // Of all that runs here only asking for something fails like this.
    return isUnanswered(crash.error) ? offline(true) : <Crashed />
  }
}
