import { type ComponentProps, type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import type { AppPath } from '#paths.ts'
import { type Destination, hrefOf, type Location, toLocation } from './address.ts'
import type { NavigateOptions } from './router.ts'
import { useLocation, useNavigate, useRouter } from './router-provider.tsx'

const hoverMs = 50

export type LinkProps<Path extends AppPath = AppPath> = Destination<Path> &
  Omit<ComponentProps<'a'>, 'href'> & {
    resetScroll?: boolean
    /** Whether pointing at the link loads the code of its page. */
    preload?: boolean
    /** The link is marked as current on its page and, unless `exact`, on the pages below it. */
    activeOptions?: { exact: boolean }
    children?: ReactNode
  }

function isCurrent(link: Location, shown: Location, isExact: boolean): boolean {
  const wanted = Object.entries(link.search)
  if (wanted.some(([name, value]) => shown.search[name] !== value)) return false
  if (isExact) return shown.pathname === link.pathname && wanted.length === Object.keys(shown.search).length
  return shown.pathname === link.pathname || shown.pathname.startsWith(`${link.pathname}/`)
}

const opensElsewhere = ({ button, metaKey, ctrlKey, altKey, shiftKey }: MouseEvent, target?: string) =>
  button !== 0 || metaKey || ctrlKey || altKey || shiftKey || (!!target && target !== '_self')

/** Properties of a link that the element must not get. */
const ofTarget = { to: undefined, params: undefined, search: undefined, hash: undefined }

export function Link<const Path extends AppPath>(props: LinkProps<Path>) {
  const href = hrefOf(props)
  const { resetScroll = true, preload = true, activeOptions, children, ...rest } = { ...props, ...ofTarget }
  const router = useRouter()
  const hovering = useRef<ReturnType<typeof setTimeout>>(undefined)
  const target = toLocation(href, '')
  const isActive = isCurrent(target, useLocation(), activeOptions?.exact === true)
  const stopLoading = () => clearTimeout(hovering.current)
  useEffect(() => () => clearTimeout(hovering.current), [])
  const loadPage = () => void router.preload(target.pathname)
  const loadSoon = () => {
    stopLoading()
    if (preload) hovering.current = setTimeout(loadPage, hoverMs)
  }
  return (
    <a
      {...rest}
      {...(isActive ? { 'aria-current': 'page' } : {})}
      href={href}
      onClick={(event) => {
        rest.onClick?.(event)
        if (event.defaultPrevented || opensElsewhere(event, rest.target)) return
        event.preventDefault()
        void router.navigate({ href, resetScroll })
      }}
      onMouseEnter={(event) => {
        rest.onMouseEnter?.(event)
        loadSoon()
      }}
      onMouseLeave={(event) => {
        rest.onMouseLeave?.(event)
        stopLoading()
      }}
      onFocus={(event) => {
        rest.onFocus?.(event)
        loadSoon()
      }}
      onTouchStart={(event) => {
        rest.onTouchStart?.(event)
        if (preload) loadPage()
      }}
    >
      {children}
    </a>
  )
}

/** Navigates as soon as it is rendered. */
export function Navigate<const Path extends AppPath>(options: NavigateOptions<Path>) {
  const navigate = useNavigate()
  const wanted = useRef(options)
  useEffect(() => void navigate(wanted.current), [navigate])
  return null
}
