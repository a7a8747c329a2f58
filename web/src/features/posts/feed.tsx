import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useEffect, useRef } from 'react'
import { isSubscriptionRequired } from '#api/api-error.ts'
import { paths } from '#paths.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { EmptyFeed } from './empty-feed.tsx'
import { FeedPages } from './feed-pages.tsx'
import { FeedSkeleton } from './feed-skeleton.tsx'
import { PostCard } from './post-card.tsx'
import { feedPageSize, postList } from './requests.ts'
import { UpgradeCard } from './upgrade-card.tsx'

type Props = { page: number; search: string; onClear: () => void }

const isTyping = () => document.activeElement?.matches('input, textarea') ?? false

/** After a change of page the list has the focus: the next Tab is in its first post. Whoever is typing goes on. */
function useFocusOn(page: number) {
  const list = useRef<HTMLDivElement>(null)
  const before = useRef(page)
  useEffect(() => {
    if (before.current !== page && !isTyping()) list.current?.focus({ preventScroll: true })
    before.current = page
  }, [page])
  return list
}

/** One page of posts with the ways to the others. */
export function Feed({ page, search, onClear }: Props) {
  const { role } = useSignedInViewer()
  const query = useQuery(postList({ page, limit: feedPageSize, ...(search ? { search } : {}) }))
  const list = useFocusOn(page)
  if (isSubscriptionRequired(query.error)) return <UpgradeCard />
  // The list before a new search may be empty; whether the new one is has not been said yet.
  if (!query.data || (query.isPlaceholderData && query.data.posts.length === 0)) return <FeedSkeleton />

  const { posts, total } = query.data
  const pages = Math.max(1, Math.ceil(total / feedPageSize))
  if (page > pages && !query.isPlaceholderData)
    return <Navigate replace to={paths.content} search={{ page: pages, ...(search ? { search } : {}) }} />
  if (posts.length === 0) return <EmptyFeed viewerRole={role} search={search} onClear={onClear} />
  return (
    <>
      <div
        ref={list}
        tabIndex={-1}
        role="feed"
        aria-label={`Posts, page ${page} of ${pages}`}
        aria-busy={query.isPlaceholderData}
        className={clsx('grid grid-cols-1 gap-6', query.isPlaceholderData && 'opacity-60')}
      >
        {posts.map((post, index) => (
          <PostCard key={post.id} post={post} isFirst={index === 0} />
        ))}
      </div>
      <FeedPages page={page} pages={pages} search={search} />
    </>
  )
}
