import { useQuery } from '@tanstack/react-query'
import { Link } from '#router/link.tsx'
import type { Post } from '@touchline/contract/posts.ts'
import { Heart, MessageCircle, Play } from 'lucide-react'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { RelativeTime } from '#ui/relative-time-text.tsx'
import { RollingNumber } from '#ui/rolling-number.tsx'
import { postName } from './post-name.ts'
import { postList } from './requests.ts'

const thumbnailOf = ({ media }: Post) => (media?.sources[0] ?? media?.poster[0])?.url

type Props = {
  posts: Post[]
  /** Replaces the age, likes and comments of a post. */
  note?: (post: Post) => string
}

/** Posts in short, each a link. */
export function PostLinks({ posts, note }: Props) {
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
                {note ? (
                  note(post)
                ) : (
                  <>
                    <RelativeTime at={post.createdAt} />
                    <span className="flex items-center gap-1.5">
                      <Heart size={14} aria-label="Likes" /> <RollingNumber value={post.likesCount} />
                    </span>
                    <span className="flex items-center gap-1.5">
                      <MessageCircle size={14} aria-label="Comments" />{' '}
                      <RollingNumber value={post.commentsCount} />
                    </span>
                  </>
                )}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

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

const maxRead = 20
const maxShown = 3

/** The creator's posts among the newest ones, for their profile. */
export function NewestPosts({ creatorId }: { creatorId: string }) {
  const { data } = useQuery(postList({ page: 1, limit: maxRead }))
  const posts = data?.posts.filter((post) => post.creator.id === creatorId).slice(0, maxShown) ?? []
  if (posts.length === 0) return null
  return (
    <section aria-labelledby="newest" className="mt-9">
      <h2 id="newest" className="mb-4 text-xl">
        Latest Posts
      </h2>
      <PostLinks posts={posts} />
      <Button asChild kind="link" className="min-h-11!">
        <Link to={paths.content}>See all posts</Link>
      </Button>
    </section>
  )
}
