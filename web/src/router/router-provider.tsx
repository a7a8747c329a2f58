import {
  Component,
  createContext,
  type ReactNode,
  Suspense,
  use,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react'
import type { AppPath } from '#paths.ts'
import { type Location, type Params, paramsOf } from './address.ts'
import type { Match, Router } from './router.ts'
import type { Search } from './search.ts'

type Shown = { router: Router; match: Match }

const ShownContext = createContext<Shown | null>(null)
const LevelContext = createContext(0)

function useShown(): Shown {
  const shown = use(ShownContext)
  if (!shown) throw new Error('Render this within RouterProvider')
  return shown
}

class NotFound extends Error {
  override name = 'NotFound'
}

/** Thrown while rendering, it shows Page Not Found within the root layout. */
export const notFound = () => new NotFound('There is no such page')

type BoundaryProps = { router: Router; at: Location; isOutermost: boolean; children: ReactNode }
type Caught = { at: Location; caught?: { error: unknown } | undefined }

class Boundary extends Component<BoundaryProps, Caught> {
  override state: Caught = { at: this.props.at }

  static getDerivedStateFromError = (error: unknown) => ({ caught: { error } })

  static getDerivedStateFromProps = ({ at }: BoundaryProps, state: Caught) =>
    at === state.at ? null : { at, caught: undefined }

  override componentDidCatch(error: unknown) {
    if (!(error instanceof NotFound)) this.props.router.onCrash?.(error)
  }

  override render() {
    const { router, isOutermost, children } = this.props
    const { caught } = this.state
    if (!caught) return children
    if (!(caught.error instanceof NotFound)) return <router.crash error={caught.error} />
    if (!isOutermost) throw caught.error
    return <router.notFound />
  }
}

function Level({ at }: { at: number }) {
  const { router, match } = useShown()
  const level = match.levels[at]
  if (!level) return null
  const page = (
    <LevelContext value={at + 1}>
      <level.component />
    </LevelContext>
  )
  return (
    <Boundary key={level.id} router={router} at={match.location} isOutermost={at <= 1}>
      {at === 0 ? page : <Suspense fallback={<router.pending />}>{page}</Suspense>}
    </Boundary>
  )
}

/** The place of the inner area or the page in an area. */
export const Outlet = () => <Level at={use(LevelContext)} />

export function RouterProvider({ router }: { router: Router }) {
  const [match, setMatch] = useState(router.shown)
  useEffect(() => router.connect(setMatch), [router])
  useLayoutEffect(() => {
    if (match) router.rendered(match.location)
  }, [router, match])
  if (!match) return <router.pending />
  return (
    <ShownContext value={{ router, match }}>
      <Level at={0} />
    </ShownContext>
  )
}

export const useRouter = () => useShown().router
export const useNavigate = () => useRouter().navigate
export const useLocation = () => useShown().match.location

/** Returns the values for the names in `path`, which must be the path of the page. */
export function useParams<Path extends AppPath>(path: Path): Params<Path> {
  const { pathname } = useLocation()
  const params = paramsOf(path, pathname)
  if (!params) throw new Error(`${pathname} is not a page of ${path}`)
  return params
}

/** Returns the search parameters as `parse` understands them. */
export const useSearch = <Result,>(parse: (search: Search) => Result): Result => parse(useLocation().search)
