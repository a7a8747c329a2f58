import { Link, useLocation } from '@tanstack/react-router'
import { paths } from '#paths.ts'
import { usePageTitle } from '#site/page-title.ts'
import { Button } from '#ui/button.tsx'
import { SystemScreen } from './system-screen.tsx'

/** The screen for unknown addresses. */
export function NotFoundScreen() {
  usePageTitle('Page Not Found')
  const pathname = useLocation({ select: (location) => location.pathname })
  return (
    <SystemScreen
      colour="yellow"
      title="Page Not Found"
      action={
        <Button asChild>
          <Link to={paths.home}>Back to Home</Link>
        </Button>
      }
    >
      <p>The ball went out of play: there is nothing at this address.</p>
      <p className="board mx-auto mt-6 w-fit max-w-full rounded-control border border-line bg-stand px-4 py-2 text-left text-xs break-all">
        404 · Did you forget to add {pathname} to the router?
      </p>
    </SystemScreen>
  )
}
