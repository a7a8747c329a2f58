import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Post } from '@touchline/contract/posts.ts'
import { Heart, MessageCircle, Play } from 'lucide-react'
import { paths } from '#paths.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { RelativeTime } from '#ui/relative-time-text.tsx'
import { RollingNumber } from '#ui/rolling-number.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useLivePosts } from './live-posts.ts'
import { NewPostsButton } from './new-posts-button.tsx'
import { postName } from './post-name.ts'
import { feedMark, postList } from './requests.ts'
import { newPostsText } from './new-since-last-visit.tsx'

/** The narrowest picture there is of a post. */
const thumbnailOf = ({ media }: Post) => (media?.sources[0] ?? media?.poster[0])?.url

/** How many posts the home page shows. */
const latestCount = 3

/** The newest posts in short, each leading to its own page, and how many are new. For people with access. */
export function LatestPosts() {
  useLivePosts()
  return (
    <>
      <NewPostsButton />
      <Latest />
    </>
  )
}

function Latest() {
  const query = useQuery(postList({ page: 1, limit: latestCount }))
  const mark = useQuery(feedMark(useSignedInViewer().id))
  if (!query.data || mark.isPending) return <Skeleton className="h-48" />
  const { posts } = query.data
  const newCount = mark.data?.newCount ?? 0
  if (posts.length === 0) return <p className="text-muted">Play on: nothing here yet.</p>
  return (
    <>
      {newCount > 0 ? (
        <p className="mb-4 text-sm">
          <Link
            to={paths.content}
            className="font-semibold underline decoration-turf decoration-2 underline-offset-4"
          >
            {newPostsText(newCount)}
          </Link>
        </p>
      ) : null}
      <LatestList posts={posts} />
    </>
  )
}

function LatestList({ posts }: { posts: Post[] }) {
  return (
    <ul className="grid grid-cols-1 gap-3">
      {posts.map((post) => (
        <li key={post.id}>
          <Link
            to={paths.post}
            params={{ postId: post.id }}
            className="surface flex items-center gap-4 p-4 transition-colors duration-150 hover:bg-bench"
          >
            <Thumbnail post={post} />
            <span className="min-w-0 flex-1">
              <span dir="auto" className="line-clamp-2 font-semibold">
                {post.title || post.content || postName(post)}
              </span>
              <span className="mt-1 flex items-center gap-4 text-sm text-muted">
                <RelativeTime at={post.createdAt} />
                <span className="flex items-center gap-1.5">
                  <Heart size={14} aria-label="Likes" /> <RollingNumber value={post.likesCount} />
                </span>
                <span className="flex items-center gap-1.5">
                  <MessageCircle size={14} aria-label="Comments" />{' '}
                  <RollingNumber value={post.commentsCount} />
                </span>
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The picture of a post in small; of a video without a still a sign that it is one. */
function Thumbnail({ post }: { post: Post }) {
  const url = thumbnailOf(post)
  const look = 'size-16 shrink-0 rounded-control bg-bench'
  if (url) return <img src={url} alt="" loading="lazy" className={`${look} object-cover`} />
  if (post.mediaType !== 'video') return null
  return (
    <span className={`${look} grid place-items-center text-muted`}>
      <Play size={24} aria-hidden />
      <span className="sr-only">Video</span>
    </span>
  )
}
