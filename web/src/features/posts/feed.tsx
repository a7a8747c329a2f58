import { useQuery } from '@tanstack/react-query'
import { Navigate } from '#router/link.tsx'
import { useLocation } from '#router/router-provider.tsx'
import { feedPageSize } from '@touchline/contract/first-posts.ts'
import type { Post } from '@touchline/contract/posts.ts'
import { clsx } from 'clsx'
import { Fragment, lazy, useDeferredValue, useEffect, useRef } from 'react'
import { isSubscriptionRequired } from '#api/api-error.ts'
import { paths } from '#paths.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { newAbove } from './feed-mark.ts'
import { FeedPages } from './feed-pages.tsx'
import { rememberFeedPlace } from './feed-place.ts'
import type { FeedFilters } from './feed-search.ts'
import { FeedSkeleton } from './feed-skeleton.tsx'
import { Highlighted } from './highlighted-text.tsx'
import { PinnedPosts } from './pinned-posts.tsx'
import { PostCard } from './post-card.tsx'
import { feedMark, postList, sendReadingPosition } from './requests.ts'
import { NewSinceLastVisit } from './new-since-last-visit.tsx'
import { UpgradePlace } from './upgrade-place.tsx'
import { afterFirstContent } from '#ui/first-content.ts'
import { Later } from '#ui/later.tsx'

type MarkProps = {
  posts: Post[]
  personId: string
  /** False while the list shows search results. */
  isWanted: boolean
}

const watching = () => import('./watch-feed.ts')

/** Saves the reading position from the posts on screen. Loads after the posts. */
function useFeedMark({ posts, personId, isWanted }: MarkProps) {
  useEffect(() => {
    if (!isWanted || posts.length === 0) return undefined
    let isOver = false
    let stop: (() => void) | undefined
    const watch = async () => {
      const { watchFeed } = await afterFirstContent(watching)
      if (!isOver) stop = watchFeed(posts, personId, sendReadingPosition)
    }
    void watch()
    return () => {
      isOver = true
      stop?.()
    }
  }, [posts, personId, isWanted])

  useEffect(
    () => () => void watching().then(({ stopWatchingFeed }) => stopWatchingFeed(personId)),
    [personId],
  )
}

/** Scrolls to the post in the URL hash (`/content?page=3#post-ID`), once it is loaded. */
function useScrollToHash(hasPosts: boolean) {
  const hash = useLocation().hash
  const arrived = useRef('')
  useEffect(() => {
    if (!hasPosts || hash === arrived.current) return
    const card = document.getElementById(hash)
    if (!card) return
    arrived.current = hash
    card.scrollIntoView({ block: 'start', behavior: 'instant' })
    card.focus({ preventScroll: true })
  }, [hash, hasPosts])
}

/** Separates new posts from seen ones. It has no role, because a feed may only contain articles. */
function FeedLine() {
  return (
    <div className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      <span>You were here</span>
    </div>
  )
}

const UnderWay = lazy(async () => ({ default: (await import('./library/continue.tsx')).UnderWay }))

/** The height of one line below its title. */
const underWayHeight = 132

const EmptyFeed = lazy(async () => ({ default: (await import('./empty-feed.tsx')).EmptyFeed }))

type Props = { page: number; query: FeedFilters; onClear: () => void }

const none: Post[] = []

const isTyping = () => document.activeElement?.matches('input, textarea') ?? false

/** Moves the focus to the list after a page change, so that Tab reaches the first post. Does not interrupt typing. */
function useFocusOn(page: number) {
  const list = useRef<HTMLDivElement>(null)
  const before = useRef(page)
  useEffect(() => {
    if (before.current !== page && !isTyping()) list.current?.focus({ preventScroll: true })
    before.current = page
  }, [page])
  return list
}

export function Feed({ page, query: filters, onClear }: Props) {
  const viewer = useSignedInViewer()
  const query = useQuery(postList({ page, limit: feedPageSize, ...filters }))
  const markQuery = useQuery(feedMark(viewer.id))
  const list = useFocusOn(page)
  const posts = query.data?.posts ?? none
  const isRead = Object.keys(filters).length === 0 && !query.isPlaceholderData
  const hasLoaded = query.data !== undefined && !markQuery.isPending
  // Render the first posts as a deferred update, which keeps the page responsive. Later updates render immediately.
  const isRendered = useDeferredValue(hasLoaded) && hasLoaded
  useFeedMark({ posts, personId: viewer.id, isWanted: isRead && isRendered })
  useScrollToHash(isRendered && posts.length > 0 && !query.isPlaceholderData)
  useEffect(() => rememberFeedPlace({ ...filters, ...(page > 1 ? { page } : {}) }), [page, filters])

  if (isSubscriptionRequired(query.error)) return <UpgradePlace />
  // The previous list may be empty while the new search is still loading. The line above the posts waits for them, so
  // that they do not shift.
  if (!query.data || !isRendered || (query.isPlaceholderData && posts.length === 0)) return <FeedSkeleton />

  const { total, isTotalExact, hasMore } = query.data
  const pages = Math.max(1, Math.ceil(total / feedPageSize))
  if (page > pages && isTotalExact && !query.isPlaceholderData)
    return <Navigate replace to={paths.content} search={{ ...filters, page: pages }} />
  if (posts.length === 0)
    return (
      <Later fallback={<FeedSkeleton />}>
        <EmptyFeed viewerRole={viewer.role} query={filters} onClear={onClear} />
      </Later>
    )
  const mark = isRead ? markQuery.data : undefined
  const above = mark ? newAbove(posts, mark, page) : null
  return (
    <Highlighted search={filters.search ?? ''}>
      {mark?.isUnderWay && page === 1 ? (
        <Later fallback={<div style={{ height: underWayHeight }} />}>
          <UnderWay className="" max={1} height={underWayHeight} />
        </Later>
      ) : null}
      {mark?.pinned && page === 1 ? <PinnedPosts posts={mark.pinned} /> : null}
      {mark && page === 1 ? <NewSinceLastVisit mark={mark} posts={posts} /> : null}
      <div
        ref={list}
        tabIndex={-1}
        role="feed"
        aria-label={`Posts, page ${page} of ${isTotalExact ? pages : `more than ${pages}`}`}
        aria-busy={query.isPlaceholderData}
        className={clsx('grid grid-cols-1 gap-6', query.isPlaceholderData && 'opacity-60')}
      >
        {posts.map((post, index) => (
          <Fragment key={post.id}>
            <PostCard post={post} isFirst={index === 0} />
            {index + 1 === above ? <FeedLine /> : null}
          </Fragment>
        ))}
      </div>
      <FeedPages page={page} pages={pages} isExact={isTotalExact} hasMore={hasMore} query={filters} />
    </Highlighted>
  )
}
