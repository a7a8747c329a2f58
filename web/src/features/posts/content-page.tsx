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
import type { FeedSearch } from './feed-search.ts'
import { useLivePosts } from './live-posts.ts'
import { UpgradePlace } from './upgrade-place.tsx'

const NewPostsButton = lazy(() =>
  afterFirstContent(async () => ({ default: (await import('./new-posts-button.tsx')).NewPostsButton })),
)
const tools = () => import('./content-tools.tsx')
const ContentTools = lazy(async () => ({ default: (await tools()).ContentTools }))
const SearchTabs = lazy(async () => ({ default: (await tools()).SearchTabs }))

export function ContentPage() {
  const { preloadComments } = useSlots()
  useEffect(() => {
    afterFirstContent(preloadComments).catch(() => {})
  }, [preloadComments])
  usePageTitle('Premium Content')
  useLivePosts()
  const viewer = useSignedInViewer()
  const navigate = useNavigate()
  const { page = 1, tab, ...query } = useSearch(toFeedSearch)
  const { search = '', ...filters } = query
  const show = (next: FeedSearch) =>
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
                  if (text !== search) show({ ...filters, ...(text ? { search: text, tab } : {}) })
                }}
              />
            </div>
          ) : null}
        </>
      }
    >
      {viewer.hasAccess ? (
        <>
          {search ? (
            <Later fallback={<Skeleton className="mb-6 h-11" />}>
              <SearchTabs query={query} tab={tab} />
            </Later>
          ) : null}
          {tab ? null : (
            <>
              <Later>
                <NewPostsButton isInFeed />
              </Later>
              <Feed page={page} query={query} onClear={() => show({})} />
            </>
          )}
        </>
      ) : (
        <UpgradePlace />
      )}
    </FeedFrame>
  )
}
