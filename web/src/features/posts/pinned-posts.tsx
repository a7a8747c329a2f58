import type { PostLine } from '@touchline/contract/post-line.ts'
import { Pin } from 'lucide-react'
import { lineName } from '#people/line-name.ts'
import { Link } from '#router/link.tsx'
import { paths } from '#paths.ts'

/** The pinned posts above the first page. The feed shows them in their usual place as well. */
export function PinnedPosts({ posts }: { posts: PostLine[] }) {
  return (
    <section aria-labelledby="pinned" className="mb-4">
      <h2 id="pinned" className="mb-2 flex items-center gap-2 text-sm font-semibold">
        <Pin size={16} aria-hidden /> Pinned
      </h2>
      <ul className="grid grid-cols-1 gap-2">
        {posts.map((post) => (
          <li key={post.id}>
            <Link
              to={paths.post}
              params={{ postId: post.id }}
              className="surface flex min-h-14 items-center gap-3 p-2 transition-colors duration-150 hover:bg-bench"
            >
              {post.thumbnailUrl ? (
                <img
                  src={post.thumbnailUrl}
                  alt=""
                  loading="lazy"
                  className="size-10 shrink-0 rounded-control bg-bench object-cover"
                />
              ) : null}
              <span dir="auto" className="line-clamp-2 min-w-0 font-semibold">
                {lineName(post)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
