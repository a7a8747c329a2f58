import { useNavigate } from '#router/router-provider.tsx'
import { Bookmark, Library, SlidersHorizontal } from 'lucide-react'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { Link } from '#router/link.tsx'
import { paths } from '#paths.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { Button } from '#ui/button.tsx'
import { DialogButton, lazyDialog } from '#ui/dialog-button.tsx'
import { CreatorTools } from './creator-tools.tsx'
import type { FeedFilters } from './feed-search.ts'

const library = lazyDialog(async () => (await import('./library/library-dialog.tsx')).LibraryDialog)
const Results = lazy(async () => ({ default: (await import('./search/search-tabs.tsx')).SearchTabs }))
const FilterDialog = lazy(async () => ({ default: (await import('./filter-dialog.tsx')).FilterDialog }))

/** What stands above the feed besides the search: the creator's buttons, the collections and the filters. */
export function ContentTools({ query }: { query: FeedFilters }) {
  const viewer = useSignedInViewer()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const { search: _search, ...filters } = query
  const count = Object.keys(filters).length
  return (
    <div className="flex flex-wrap gap-3">
      {viewer.role === 'creator' ? <CreatorTools /> : null}
      <Button asChild kind="outline">
        <Link to={paths.collections}>
          <Library size={18} aria-hidden /> Collections
        </Link>
      </Button>
      <DialogButton kind="outline" size="icon" aria-label="Library" title="Library" dialog={library}>
        <Bookmark size={18} aria-hidden />
      </DialogButton>
      <Button kind="outline" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <SlidersHorizontal size={18} aria-hidden /> {count > 0 ? `Filters (${count})` : 'Filters'}
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <FilterDialog
            query={query}
            onChange={(search) =>
              void navigate({ to: paths.content, search, resetScroll: false, viewTransition: false })
            }
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </div>
  )
}

/** The tabs of a search. Here, because the file of the feed is at its limit. */
export const SearchTabs = (props: ComponentProps<typeof Results>) => <Results {...props} />
