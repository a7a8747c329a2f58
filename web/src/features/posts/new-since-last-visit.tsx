import { Link } from '@tanstack/react-router'
import { type FeedMark, maxNewCounted } from '@touchline/contract/feed.ts'
import type { Post } from '@touchline/contract/posts.ts'
import { CornerDownRight } from 'lucide-react'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { anchorOf } from './feed-mark.ts'

/** `12 new since you were here`. */
export const newPostsText = (newCount: number) =>
  `${newCount < maxNewCounted ? newCount : `${maxNewCounted} or more`} new since you were here`

/** The number of new posts, and a link to where the reader stopped. */
export function NewSinceLastVisit({ mark: { newCount, stopped }, posts }: { mark: FeedMark; posts: Post[] }) {
  const isElsewhere = stopped !== null && stopped.postId !== posts[0]?.id
  if (newCount === 0 && !isElsewhere) return null
  return (
    <p className="mb-2 flex min-h-11 flex-wrap items-center justify-between gap-x-4 text-sm">
      {newCount > 0 ? <span className="font-semibold">{newPostsText(newCount)}</span> : <span />}
      {isElsewhere ? (
        <Button asChild kind="link">
          <Link
            to={paths.content}
            search={stopped.page > 1 ? { page: stopped.page } : {}}
            hash={anchorOf(stopped.postId)}
          >
            <CornerDownRight size={16} aria-hidden /> Back to where you stopped
          </Link>
        </Button>
      ) : null}
    </p>
  )
}
