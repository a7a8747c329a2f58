import { Component, type ReactNode } from 'react'
import { logProblem } from '#api/log.ts'
import { Button } from '#ui/button.tsx'
import { SystemScreen } from './system-screen.tsx'

/** What stands where a page broke. */
export function CrashScreen() {
  return (
    <SystemScreen
      colour="red"
      title="Something went wrong"
      action={<Button onClick={() => window.location.reload()}>Refresh Page</Button>}
    >
      The referee has stopped play. Please refresh the page; if it happens again, come back a little later.
    </SystemScreen>
  )
}

/** Catches a crash above the router, where no page is left to show it. */
export class CrashBoundary extends Component<{ children: ReactNode }, { hasCrashed: boolean }> {
  override state = { hasCrashed: false }

  static getDerivedStateFromError() {
    return { hasCrashed: true }
  }

  override componentDidCatch(error: Error) {
    logProblem('The page crashed', error)
  }

  override render() {
    return this.state.hasCrashed ? <CrashScreen /> : this.props.children
  }
}
