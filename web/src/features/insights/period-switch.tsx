import { Link } from '@tanstack/react-router'
import type { Comparison } from '@touchline/contract/insights.ts'
import { clsx } from 'clsx'
import { paths } from '#paths.ts'
import { periodNames, toPeriodSearch } from './period-search.ts'

export function PeriodSwitch({ name, available }: Pick<Comparison, 'name' | 'available'>) {
  if (available.length < 2) return null
  return (
    <nav aria-label="Period" className="print:hidden">
      <ul className="flex flex-wrap gap-0.5 sm:gap-1">
        {available.map((one) => (
          <li key={one}>
            <Link
              to={paths.analytics}
              search={toPeriodSearch({ period: one })}
              resetScroll={false}
              activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
              aria-current={one === name ? 'page' : undefined}
              className={clsx(
                'inline-flex min-h-11 items-center rounded-control border px-1.5 text-[0.8125rem] sm:px-3 sm:text-sm font-semibold',
                one === name
                  ? 'border-turf bg-bench text-chalk'
                  : 'border-transparent text-muted hover:bg-bench hover:text-chalk',
              )}
            >
              {periodNames[one]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
