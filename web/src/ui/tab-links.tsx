import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Link } from '#router/link.tsx'

type Tab = { href: string; label: ReactNode; isCurrent: boolean }

/** Links between pages, or parts of one, as tabs. */
export function TabLinks({
  label,
  tabs,
  resetScroll = true,
}: {
  label: string
  tabs: Tab[]
  resetScroll?: boolean
}) {
  return (
    <nav aria-label={label} className="border-b border-line print:hidden">
      <ul className="-mb-px flex flex-wrap gap-x-1 sm:gap-x-4">
        {tabs.map(({ href, label: name, isCurrent }) => (
          <li key={href}>
            <Link
              href={href}
              resetScroll={resetScroll}
              activeOptions={{ exact: true }}
              aria-current={isCurrent ? 'page' : undefined}
              className={clsx(
                'inline-flex min-h-11 items-center border-b-2 px-2 text-sm font-semibold',
                isCurrent
                  ? 'border-turf text-chalk'
                  : 'border-transparent text-muted hover:border-line hover:text-chalk',
              )}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
