import type { User } from '@touchline/contract/people.ts'
import { flushSync } from 'react-dom'
import type { AppPath } from '#paths.ts'
import { type Destination, findPage, hrefOf, type Location, toLocation } from './address.ts'
import { browserHistory, type RouterHistory } from './history.ts'
import { lazyPage, type RouteComponent } from './lazy-page.tsx'
import { createScroll } from './scroll.ts'

/** Returns the URL to redirect the viewer to, or nothing. */
export type Guard = (viewer: User | null) => string | undefined

/** A layout around pages. It renders them in its Outlet. */
export type Area = { id: string; component: RouteComponent; guard?: Guard }
export type PageRoute = { path: string; component: RouteComponent; areas: readonly Area[]; guard?: Guard }

type Level = { id: string; component: RouteComponent }
/** What is shown: the root layout, the areas and the page, from the outside in. */
export type Match = { location: Location; levels: readonly Level[] }

export type Options = {
  pages: readonly PageRoute[]
  /** Loads the pages that most people never open. */
  laterPages?: () => Promise<readonly PageRoute[]>
  viewer: () => User | null
  root: RouteComponent
  notFound: RouteComponent
  pending: RouteComponent
  crash: RouteComponent<{ error: unknown }>
  onCrash?: (error: unknown) => void
  history?: RouterHistory
}

type How = { replace?: boolean; resetScroll?: boolean; viewTransition?: boolean }
export type NavigateOptions<Path extends AppPath = AppPath> = How & Destination<Path>

/** A page that takes longer shows the pending screen. */
const maxWaitMs = 1000

const loadParts = (levels: readonly Level[]) =>
  Promise.all(levels.flatMap(({ component }) => component.preload?.() ?? []))

const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))
const ignore = () => {}

/** Renders within a view transition where the browser has them. */
function withViewTransition(render: () => void): Promise<unknown> | undefined {
  if (!('startViewTransition' in document)) {
    render()
    return undefined
  }
  const { updateCallbackDone, ready, finished } = document.startViewTransition(render)
  // They reject when another transition follows or the tab is hidden; the page is rendered all the same.
  ready.catch(ignore)
  finished.catch(ignore)
  return updateCallbackDone
}

export function createRouter({
  pages,
  laterPages = async () => [],
  viewer,
  history = browserHistory,
  ...parts
}: Options) {
  const scroll = history.isBrowser ? createScroll() : null
  let shown: Match | null = null
  let latest = toLocation(history.href(), history.key())
  let show: ((match: Match) => void) | null = null
  let turn = 0

  const root = { id: 'root', component: parts.root }
  const notFound = { id: 'not-found', component: parts.notFound }

  const levelsOf = (page: PageRoute | undefined): readonly Level[] =>
    page ? [root, ...page.areas, { id: page.path, component: page.component }] : [root, notFound]

  async function pageAt(pathname: string): Promise<PageRoute | undefined> {
    const page = findPage(pages, pathname)
    if (page) return page
    try {
      return findPage(await laterPages(), pathname)
    } catch (error) {
      return { path: 'failed', component: lazyPage(() => Promise.reject(error), 'Failed'), areas: [] }
    }
  }

  function redirectFrom(page: PageRoute | undefined): string | undefined {
    for (const { guard } of page ? [...page.areas, page] : []) {
      const href = guard?.(viewer())
      if (href !== undefined) return href
    }
    return undefined
  }

  /** Shows the page of the current URL. */
  async function load({ viewTransition = true }: How = {}): Promise<void> {
    const mine = ++turn
    latest = toLocation(history.href(), history.key())
    const page = await pageAt(latest.pathname)
    if (mine !== turn) return undefined
    const href = redirectFrom(page)
    if (href !== undefined) return navigate({ href, replace: true })
    const match = { location: latest, levels: levelsOf(page) }
    await Promise.race([loadParts(match.levels), ...(shown ? [pause(maxWaitMs)] : [])])
    if (mine !== turn) return undefined
    const render = () => {
      // A view transition renders later, perhaps after another navigation.
      if (mine !== turn) return
      shown = match
      if (show) flushSync(() => show?.(match))
    }
    await (show && shown && viewTransition ? withViewTransition(render) : render())
    return undefined
  }

  async function navigate<Path extends AppPath>(options: NavigateOptions<Path>): Promise<void> {
    const href = hrefOf(options)
    const isReplaced = options.replace === true || href === history.href()
    if (isReplaced) history.replace(href)
    else history.push(href)
    if (scroll) scroll.isReset = options.resetScroll ?? true
    await load(options)
  }

  return {
    ...parts,
    load,
    navigate,
    /** Loads the code of a page. */
    preload: async (pathname: string) => loadParts(levelsOf(await pageAt(pathname))),
    shown: () => shown,
    /** The location of the URL, whose page may still be loading. */
    latest: () => latest,
    rendered: (location: Location) => scroll?.restore(location),
    /** Calls `onMatch` for each page to show. Returns a function that stops it. */
    connect(onMatch: (match: Match) => void) {
      show = onMatch
      const stops = [history.listen(() => void load()), scroll?.listen()]
      if (shown) onMatch(shown)
      else void load()
      return () => {
        show = null
        for (const stop of stops) stop?.()
      }
    },
  }
}

export type Router = ReturnType<typeof createRouter>
