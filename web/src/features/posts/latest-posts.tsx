import { useQuery } from '@tanstack/react-query'
import { Link } from '#router/link.tsx'
import { homePageSize } from '@touchline/contract/first-posts.ts'
import { lazy } from 'react'
import { paths } from '#paths.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { Button } from '#ui/button.tsx'
import { afterFirstContent } from '#ui/first-content.ts'
import { Later } from '#ui/later.tsx'
import { FeedSkeleton } from './feed-skeleton.tsx'
import { useLivePosts } from './live-posts.ts'
import { PostCard } from './post-card.tsx'
import { PostLinks } from './post-links.tsx'
import { feedMark, postList } from './requests.ts'
import { newPostsText } from './new-since-last-visit.tsx'

const NewPostsButton = lazy(() =>
  afterFirstContent(async () => ({ default: (await import('./new-posts-button.tsx')).NewPostsButton })),
)
const UnderWay = lazy(() =>
  afterFirstContent(async () => ({ default: (await import('./library/continue.tsx')).UnderWay })),
)

export function LatestPosts() {
  useLivePosts()
  return (
    <>
      <Later>
        <NewPostsButton />
      </Later>
      <Latest />
      <Later>
        <UnderWay />
      </Later>
    </>
  )
}

function Latest() {
  const query = useQuery(postList({ page: 1, limit: homePageSize }))
  const mark = useQuery(feedMark(useSignedInViewer().id))
  if (!query.data || mark.isPending) return <FeedSkeleton />
  const [newest, ...others] = query.data.posts
  const newCount = mark.data?.newCount ?? 0
  if (!newest) return <p className="text-muted">Play on: nothing here yet.</p>
  return (
    <>
      {newCount > 0 ? (
        <p className="mb-2 text-sm">
          <Link
            to={paths.content}
            className="font-semibold underline decoration-turf decoration-2 underline-offset-4"
          >
            {newPostsText(newCount)}
          </Link>
        </p>
      ) : null}
      <PostCard key={newest.id} post={newest} isFirst />
      <div className="mt-3">
        <PostLinks posts={others} />
      </div>
      <Button asChild kind="link" className="min-h-11!">
        <Link to={paths.content}>See all posts</Link>
      </Button>
    </>
  )
}
