import { createRouter } from '#router/router.ts'
import type { User } from '@touchline/contract/people.ts'
import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { Outlet, RouterProvider } from '#router/router-provider.tsx'
import { useEffect, useState } from 'react'
import { createQueryClient } from '#api/query-client.ts'
import { call } from '#api/call.ts'
import { firstCalls } from '#api/first-calls.ts'
import { type About, aboutOf, owner } from '#offline/owner-records.ts'
import { paths } from '#paths.ts'
import { siteQuery, useSite } from '#site/site.ts'
import { type Session, sessionQuery } from '#session/viewer.ts'
import { SlotContext } from '#slots.ts'
import { Logo } from '#ui/logo.tsx'
import { FullSpinner } from '#ui/spinner.tsx'
import { SavedPage } from '../features/saved/saved-page.tsx'
import { CrashScreen } from './crash-screen.tsx'
import { SavedPostPage } from './saved-post-page.tsx'
import { Button } from '#ui/button.tsx'
import { slots } from './slots.tsx'
import { SystemScreen } from './system-screen.tsx'

export function OfflineScreen() {
  // At an offline start the session is unknown, but posts may be saved.
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
              {/* A plain link, because this screen also renders without a router. */}
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

/** Returns the owner of the copies and the site data of that time, or null. */
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

/** Reloads the site as soon as it is reachable again, by browser events or polling. */
function useWayBack(isOffline: boolean) {
  useEffect(() => {
    // Do not reload after a crash while the site responds: it would crash again.
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

const Root = () => (
  <SlotContext value={slots}>
    <Bar />
    <Outlet />
  </SlotContext>
)

const openRouter = (viewer: User) =>
  createRouter({
    pages: [
      { path: paths.saved, component: SavedPage, areas: [] },
      { path: paths.savedPost, component: SavedPostPage, areas: [] },
    ],
    viewer: () => viewer,
    root: Root,
    notFound: OfflineScreen,
    pending: FullSpinner,
    crash: CrashScreen,
  })

function openClient({ viewer, site }: About) {
  const client = createQueryClient({ onFailure: () => {} })
  client.setQueryData(siteQuery.queryKey, site)
  const session: Session = { state: 'signedIn', viewer }
  client.setQueryData(sessionQuery.queryKey, session)
  return client
}

function Reader({ about }: { about: About }) {
  const [client] = useState(() => openClient(about))
  const [router] = useState(() => openRouter(about.viewer))
  return (
    <QueryClientProvider client={client}>
      {/* A separate router, because the other pages need a connection. */}
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}

/** The app when it starts offline: saved posts work, other pages explain why they do not. */
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

/** The fallback when the app or one of its pages cannot be loaded. */
export const Offline = ({ isStart }: { isStart: boolean }) => (isStart ? <OfflineStart /> : <OfflineScreen />)
