import { Link } from '#router/link.tsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import type { FeedFilters, FeedSearch } from './feed-search.ts'

type Props = { page: number; pages: number; isExact: boolean; hasMore: boolean; query: FeedFilters }

export function FeedPages({ page, pages, isExact, hasMore, query }: Props) {
  if (pages < 2) return null
  const isLast = isExact ? page >= pages : !hasMore
  const to = (target: number): FeedSearch => ({
    ...query,
    ...(target > 1 ? { page: target } : {}),
  })
  return (
    <nav aria-label="Pages" className="mt-8 flex items-center justify-between gap-3">
      {page > 1 ? (
        <Button asChild kind="outline" className="px-4!">
          <Link to={paths.content} search={to(page - 1)} rel="prev">
            <ChevronLeft size={18} aria-hidden /> Previous
          </Link>
        </Button>
      ) : (
        <span className="w-28" />
      )}
      <p className="text-sm text-muted">
        Page <span className="board text-chalk">{page}</span> of{' '}
        <span className="board text-chalk">{isExact ? pages : `${Math.max(page, pages)}+`}</span>
      </p>
      {!isLast ? (
        <Button asChild kind="outline" className="px-4!">
          <Link to={paths.content} search={to(page + 1)} rel="next">
            Next <ChevronRight size={18} aria-hidden />
          </Link>
        </Button>
      ) : (
        <span className="w-28" />
      )}
    </nav>
  )
}
