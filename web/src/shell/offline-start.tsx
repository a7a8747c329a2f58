import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { createQueryClient } from '#api/query-client.ts'
import { call } from '#api/call.ts'
import { firstCalls } from '#api/first-calls.ts'
import { type About, aboutOf, owner } from '#offline/owner-records.ts'
import { paths } from '#paths.ts'
import { siteQuery, useSite } from '#session/site.ts'
import { type Session, sessionQuery } from '#session/viewer.ts'
import { Logo } from '#ui/logo.tsx'
import { FullSpinner } from '#ui/spinner.tsx'
import { SavedPage } from '../features/saved/saved-page.tsx'
import { CrashScreen } from './crash-screen.tsx'
import { SavedPost } from './saved-post-page.tsx'
import { Button } from '#ui/button.tsx'
import { SystemScreen } from './system-screen.tsx'

/** What stands in place of a page that needs the site, when it cannot be reached. */
export function OfflineScreen() {
  // At a start nobody could be asked; something may be saved then.
  const hasSaved = useQueryClient().getQueryData(siteQuery.queryKey)?.features.offline ?? true
  return (
    <SystemScreen
      colour="yellow"
      title="You are offline"
      action={
        <>
          <Button onClick={() => window.location.reload()}>Try again</Button>
          {hasSaved ? (
            <Button asChild kind="outline">
              {/* Through the browser: this screen also stands where no router is. */}
              <a href="/saved">Saved Posts</a>
            </Button>
          ) : null}
        </>
      }
    >
      The site cannot be reached.{hasSaved ? ' What you saved you can still read.' : ''}
    </SystemScreen>
  )
}

const askAgainMs = 15_000

/** Who saved something here, and what the site said of itself then; null when nobody did. */
async function whoReads(): Promise<About | null> {
  try {
    const who = await owner()
    return who && (await aboutOf(who))
  } catch {
    return null
  }
}

const isReachable = () =>
  call(firstCalls.showSite).then(
    () => true,
    () => false,
  )

/** Opens the whole site as soon as it can be reached: when the browser says so, and else by asking. */
function useWayBack(isOffline: boolean) {
  useEffect(() => {
    // What crashes while the site answers would only crash again.
    if (!isOffline) return undefined
    const comeBack = async () => {
      if (await isReachable()) window.location.reload()
    }
    const ask = () => void comeBack()
    window.addEventListener('online', ask)
    const again = setInterval(ask, askAgainMs)
    return () => {
      window.removeEventListener('online', ask)
      clearInterval(again)
    }
  }, [isOffline])
}

function Bar() {
  const { name } = useSite()
  return (
    <header className="border-b border-line bg-pitch">
      <div className="mx-auto flex h-16 max-w-wide items-center justify-between gap-4 px-4 sm:px-6">
        <Logo name={name} />
        <output className="text-sm text-muted">You are offline</output>
      </div>
    </header>
  )
}

function openRouter() {
  const root = createRootRoute({
    component: () => (
      <>
        <Bar />
        <Outlet />
      </>
    ),
    notFoundComponent: () => <OfflineScreen />,
    errorComponent: CrashScreen,
  })
  const under = (path: string, component: () => ReactNode) =>
    createRoute({ getParentRoute: () => root, path, component })
  return createRouter({
    routeTree: root.addChildren([under(paths.saved, SavedPage), under(paths.savedPost, SavedPost)]),
  })
}

function openClient({ viewer, site }: About) {
  const client = createQueryClient({ onFailure: () => {} })
  client.setQueryData(siteQuery.queryKey, site)
  const session: Session = { state: 'signedIn', viewer }
  client.setQueryData(sessionQuery.queryKey, session)
  return client
}

function Reader({ about }: { about: About }) {
  const [client] = useState(() => openClient(about))
  const [router] = useState(openRouter)
  return (
    <QueryClientProvider client={client}>
      {/* A table of routes of its own: the site's pages all need the site. */}
      {/* oxlint-disable-next-line typescript/no-unsafe-type-assertion */}
      <RouterProvider router={router as never} />
    </QueryClientProvider>
  )
}

/** The site when it is opened and cannot be reached: what is saved here can be read, and the rest says why not. */
function OfflineStart() {
  const [found, setFound] = useState<{ about: About | null; isOffline: boolean } | null>(null)
  useWayBack(found?.isOffline ?? false)
  useEffect(() => {
    const look = async () => {
      const [about, isThere] = await Promise.all([whoReads(), isReachable()])
      setFound({ about, isOffline: !isThere })
    }
    void look()
  }, [])
  if (!found) return <FullSpinner />
  if (!found.isOffline) return <CrashScreen error={null} />
  return found.about ? <Reader about={found.about} /> : <OfflineScreen />
}

/** What stands in place of what cannot be fetched: of the whole site at its start, or of one of its pages. */
export const Offline = ({ isStart }: { isStart: boolean }) => (isStart ? <OfflineStart /> : <OfflineScreen />)
