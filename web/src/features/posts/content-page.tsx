import { toFeedSearch } from './feed-search.ts'
import { useNavigate, useSearch } from '#router/router-provider.tsx'
import { lazy, useEffect } from 'react'
import { paths } from '#paths.ts'
import { usePageTitle } from '#site/page-title.ts'
import { useSlots } from '#slots.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { afterFirstContent } from '#ui/first-content.ts'
import { SearchField } from '#ui/search-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Later } from '#ui/later.tsx'
import { Feed } from './feed.tsx'
import { FeedFrame } from './feed-frame.tsx'
import type { FeedFilters } from './feed-search.ts'
import { useLivePosts } from './live-posts.ts'
import { UpgradePlace } from './upgrade-place.tsx'

const NewPostsButton = lazy(() =>
  afterFirstContent(async () => ({ default: (await import('./new-posts-button.tsx')).NewPostsButton })),
)
const ContentTools = lazy(async () => ({ default: (await import('./content-tools.tsx')).ContentTools }))

export function ContentPage() {
  const { preloadComments } = useSlots()
  useEffect(() => {
    afterFirstContent(preloadComments).catch(() => {})
  }, [preloadComments])
  usePageTitle('Premium Content')
  useLivePosts()
  const viewer = useSignedInViewer()
  const navigate = useNavigate()
  const { page = 1, ...query } = useSearch(toFeedSearch)
  const { search = '', ...filters } = query
  const show = (next: FeedFilters) =>
    void navigate({
      to: paths.content,
      search: next,
      replace: true,
      resetScroll: false,
      viewTransition: false,
    })

  return (
    <FeedFrame
      title="Premium Content"
      actions={
        <>
          {viewer.hasAccess ? (
            <Later fallback={<Skeleton className="h-11 w-72" />}>
              <ContentTools query={query} />
            </Later>
          ) : null}
          {viewer.hasAccess ? (
            <div className="w-full lg:w-72">
              <SearchField
                label="Search posts"
                placeholder="Search posts..."
                value={search}
                onSearch={(text) => {
                  if (text !== search) show({ ...filters, ...(text ? { search: text } : {}) })
                }}
              />
            </div>
          ) : null}
        </>
      }
    >
      {viewer.hasAccess ? (
        <>
          <Later>
            <NewPostsButton
              onShow={() => {
                // Navigating to the current page would restore an old scroll position.
                if (page > 1 || Object.keys(query).length > 0)
                  void navigate({ to: paths.content, search: {} })
              }}
            />
          </Later>
          <Feed page={page} query={query} onClear={() => show({})} />
        </>
      ) : (
        <UpgradePlace />
      )}
    </FeedFrame>
  )
}
