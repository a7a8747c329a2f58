import { Link } from '#router/link.tsx'
import { useLocation } from '#router/router-provider.tsx'
import { paths } from '#paths.ts'
import { rememberPath } from '#session/return-path.ts'
import { usePageTitle } from '#site/page-title.ts'
import { useSite } from '#site/site.ts'
import { Button } from '#ui/button.tsx'
import { SystemScreen } from './system-screen.tsx'

/** The screen for unknown addresses, with a hint for developers where payments are simulated. */
export function NotFoundScreen() {
  usePageTitle('Page Not Found')
  const { sandbox } = useSite().features
  const pathname = useLocation().pathname
  return (
    <SystemScreen
      colour="yellow"
      title="Page Not Found"
      action={
        <>
          <Button asChild>
            <Link to={paths.home}>Back to Home</Link>
          </Button>
          {/* A member who is signed out may have followed a link to a post that strangers do not see. */}
          {pathname.startsWith('/post/') ? (
            <Button asChild kind="outline">
              <Link to={paths.login} onClick={rememberPath}>
                Sign In
              </Link>
            </Button>
          ) : null}
        </>
      }
    >
      <p>The ball went out of play: there is nothing at this address.</p>
      {/* The server renders one page for all addresses. */}
      {import.meta.env.SSR || !sandbox ? null : (
        <p className="board mx-auto mt-6 w-fit max-w-full rounded-control border border-line bg-stand px-4 py-2 text-left text-xs break-all">
          404 · Did you forget to add {pathname} to the router?
        </p>
      )}
    </SystemScreen>
  )
}
