import { Link, type RegisteredRouter, useLocation, useRouter } from '@tanstack/react-router'
import type { Role } from '@touchline/contract/people.ts'
import { clsx } from 'clsx'
import { isActive, type NavItem, navItemsFor } from './nav-items.ts'

type Page = keyof RegisteredRouter['routesByPath'] & NavItem['path']

/** Above this number, links are set closer together to fit next to the name. */
const comfortable = 6

type Props = { role: Role; stacked?: boolean; onChoose?: () => void }

/** The navigation links: in a row in the top bar, stacked in the drawer. */
export function NavList({ role, stacked = false, onChoose }: Props) {
  const pathname = useLocation({ select: (location) => location.pathname })
  const { routesByPath } = useRouter()
  const isPage = (item: NavItem): item is NavItem & { path: Page } => item.path in routesByPath
  const items = navItemsFor(role).filter(isPage)
  const isClose = items.length > comfortable
  return (
    <ul className={stacked ? 'grid' : 'flex h-full items-stretch gap-1'}>
      {items.map(({ label, path, needsRoom }) => {
        const active = isActive(path, pathname)
        return (
          <li key={path} className={clsx('flex', needsRoom && !stacked && 'max-2xl:hidden')}>
            <Link
              to={path}
              aria-current={active ? 'page' : undefined}
              onClick={onChoose}
              className={clsx(
                'lettering relative flex flex-1 items-center text-sm whitespace-nowrap',
                stacked ? 'min-h-12 border-b border-line' : isClose ? 'px-1.5' : 'px-3',
                active ? 'text-chalk' : 'text-muted hover:text-chalk',
              )}
            >
              {label}
              {active ? <Underline stacked={stacked} isClose={isClose} /> : null}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

/** The touchline that marks the active link. */
function Underline({ stacked, isClose }: { stacked: boolean; isClose: boolean }) {
  return (
    <span
      aria-hidden
      className={clsx(
        'absolute flex items-end',
        stacked ? 'right-0 w-12' : '-bottom-px',
        stacked ? null : isClose ? 'inset-x-1.5' : 'inset-x-3',
      )}
    >
      <svg viewBox="0 0 10 10" className="size-2.5 shrink-0 fill-none stroke-turf stroke-2">
        <path d="M1 0v9h9M1 2a7 7 0 0 1 7 7" />
      </svg>
      <span className="h-0.5 flex-1 bg-turf" />
    </span>
  )
}
