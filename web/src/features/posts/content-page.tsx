import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { paths } from '#paths.ts'
import { usePageTitle } from '#site/page-title.ts'
import { useSlots } from '#slots.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { afterFirstContent } from '#ui/first-content.ts'
import { SearchField } from '#ui/search-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Feed } from './feed.tsx'
import { FeedFrame } from './feed-frame.tsx'
import { useLivePosts } from './live-posts.ts'
import { NewPostsButton } from './new-posts-button.tsx'
import { UpgradePlace } from './upgrade-place.tsx'

const CreatorTools = lazy(async () => ({ default: (await import('./creator-tools.tsx')).CreatorTools }))

export function ContentPage() {
  const { preloadComments } = useSlots()
  useEffect(() => {
    afterFirstContent(preloadComments).catch(() => {})
  }, [preloadComments])
  usePageTitle('Premium Content')
  useLivePosts()
  const viewer = useSignedInViewer()
  const navigate = useNavigate()
  const { page = 1, search = '' } = useSearch({ from: '/members/content' })
  const searchFor = (text: string) =>
    void navigate({
      to: paths.content,
      search: text ? { search: text } : {},
      replace: true,
      resetScroll: false,
      viewTransition: false,
    })

  return (
    <FeedFrame
      title="Premium Content"
      actions={
        <>
          {viewer.role === 'creator' ? (
            <Suspense fallback={<Skeleton className="h-11 w-72" />}>
              <CreatorTools />
            </Suspense>
          ) : null}
          {viewer.hasAccess ? (
            <div className="w-full lg:w-72">
              <SearchField
                label="Search posts"
                placeholder="Search posts..."
                value={search}
                onSearch={(text) => {
                  if (text !== search) searchFor(text)
                }}
              />
            </div>
          ) : null}
        </>
      }
    >
      {viewer.hasAccess ? (
        <>
          <NewPostsButton
            onShow={() => {
              // Navigating to the current page would restore an old scroll position.
              if (page > 1 || search) void navigate({ to: paths.content, search: {} })
            }}
          />
          <Feed page={page} search={search} onClear={() => searchFor('')} />
        </>
      ) : (
        <UpgradePlace />
      )}
    </FeedFrame>
  )
}
