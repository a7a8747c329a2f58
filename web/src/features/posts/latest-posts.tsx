import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Heart, MessageCircle } from 'lucide-react'
import { paths } from '#paths.ts'
import { RelativeTime } from '#ui/relative-time-text.tsx'
import { RollingNumber } from '#ui/rolling-number.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useLivePosts } from './live-posts.ts'
import { postList } from './requests.ts'

/** How many posts the home page shows. */
const latestCount = 3

/** The newest posts in short, each leading to the feed. For people with access. */
export function LatestPosts() {
  useLivePosts()
  const query = useQuery(postList({ page: 1, limit: latestCount }))
  if (!query.data) return <Skeleton className="h-48" />
  const { posts } = query.data
  if (posts.length === 0) return <p className="text-muted">Play on: nothing here yet.</p>
  return (
    <ul className="grid grid-cols-1 gap-3">
      {posts.map((post) => (
        <li key={post.id}>
          <Link
            to={paths.content}
            search={{}}
            className="surface flex items-center gap-4 p-4 transition-colors duration-150 hover:bg-bench"
          >
            {post.media?.sources[0] ? (
              <img
                src={post.media.sources[0].url}
                alt=""
                loading="lazy"
                className="size-16 shrink-0 rounded-control bg-bench object-cover"
              />
            ) : null}
            <span className="min-w-0 flex-1">
              <span className="block truncate font-semibold">{post.title || post.content || 'New post'}</span>
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
