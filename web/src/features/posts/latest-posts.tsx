import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '#paths.ts'
import { postsUnderWay } from '#player/saved-positions.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { Button } from '#ui/button.tsx'
import { FeedSkeleton } from './feed-skeleton.tsx'
import { useLivePosts } from './live-posts.ts'
import { NewPostsButton } from './new-posts-button.tsx'
import { PostCard } from './post-card.tsx'
import { PostLinks } from './post-links.tsx'
import { feedMark, postList, singlePost } from './requests.ts'
import { newPostsText } from './new-since-last-visit.tsx'

/** How many posts the home page shows: the newest in full, the others in short. */
const latestCount = 4

const maxUnderWay = 3

export function LatestPosts() {
  useLivePosts()
  return (
    <>
      <NewPostsButton />
      <Latest />
      <UnderWay />
    </>
  )
}

function Latest() {
  const query = useQuery(postList({ page: 1, limit: latestCount }))
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

/** Films and recordings that the viewer began on this device and did not finish. */
function UnderWay() {
  const { id } = useSignedInViewer()
  const client = useQueryClient()
  const [ids] = useState(() => postsUnderWay(id).slice(0, maxUnderWay))
  const found = useQueries({
    queries: ids.map((postId) => ({ ...singlePost(client, postId), throwOnError: false })),
  })
  const posts = found.flatMap(({ data }) => data ?? [])
  if (posts.length === 0) return null
  return (
    <section aria-labelledby="under-way" className="mt-9">
      <h2 id="under-way" className="mb-4 text-xl">
        Continue watching
      </h2>
      <PostLinks posts={posts} />
    </section>
  )
}
