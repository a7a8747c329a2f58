import { Link } from '#router/link.tsx'
import { useLocation } from '#router/router-provider.tsx'
import { clsx } from 'clsx'
import { isActive, type NavItem } from './nav-items.ts'
import { type NavCounts, countText } from './nav-counts.ts'

type Props = {
  items: NavItem[]
  counts: NavCounts
  /** `row` in the top bar, `stack` in the menus, `tabs` at the bottom of small screens. */
  look: 'row' | 'stack' | 'tabs'
  onChoose?: () => void
}

const linkLooks = {
  row: 'px-1.5 text-sm xl:px-3',
  stack: 'min-h-12 gap-3 border-b border-line text-sm',
  tabs: 'min-w-0 flex-col justify-center gap-1 text-xs',
}

export function NavList({ items, counts, look, onChoose }: Props) {
  const pathname = useLocation().pathname
  return items.map(({ label, shortLabel, path, icon: Icon, count }) => {
    const active = isActive(path, pathname)
    const waiting = count && counts[count]
    return (
      <li key={path} className={look === 'tabs' ? 'grid min-w-0 flex-1' : 'flex'}>
        <Link
          to={path}
          aria-current={active ? 'page' : undefined}
          onClick={onChoose}
          className={clsx(
            'lettering relative flex flex-1 items-center whitespace-nowrap',
            linkLooks[look],
            active ? 'text-chalk' : 'text-muted hover:text-chalk',
          )}
        >
          {look === 'row' ? null : <Icon size={look === 'tabs' ? 22 : 18} aria-hidden />}
          <span className={look === 'tabs' ? 'max-w-full truncate px-1' : undefined}>
            {look === 'tabs' ? (shortLabel ?? label) : label}
          </span>
          {waiting?.count ? (
            <span
              className={clsx(
                'board rounded-full bg-caution-fill px-1.5 text-xs leading-5 text-on-caution',
                look === 'tabs' ? 'absolute top-1 left-1/2 ml-1.5' : look === 'stack' ? 'ml-auto' : 'ml-1.5',
              )}
            >
              {countText(waiting)}
              <span className="sr-only"> waiting</span>
            </span>
          ) : null}
          {active ? <Underline look={look} /> : null}
        </Link>
      </li>
    )
  })
}

const underlineLooks = {
  row: '-bottom-px inset-x-1.5 xl:inset-x-3',
  stack: 'right-0 -bottom-px w-12',
  tabs: 'inset-x-3 -top-px rotate-180',
}

function Underline({ look }: Pick<Props, 'look'>) {
  return (
    <span aria-hidden className={clsx('absolute flex items-end', underlineLooks[look])}>
      <svg viewBox="0 0 10 10" className="size-2.5 shrink-0 fill-none stroke-turf stroke-2">
        <path d="M1 0v9h9M1 2a7 7 0 0 1 7 7" />
      </svg>
      <span className="h-0.5 flex-1 bg-turf" />
    </span>
  )
}
