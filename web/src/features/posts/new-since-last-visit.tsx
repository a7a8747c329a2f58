import { Link } from '#router/link.tsx'
import { type FeedMark, maxNewCounted } from '@touchline/contract/feed.ts'
import type { Post } from '@touchline/contract/posts.ts'
import { CornerDownRight } from 'lucide-react'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { anchorOf } from './feed-mark.ts'

/** `12 new since you were here`. */
export const newPostsText = (newCount: number) =>
  `${newCount < maxNewCounted ? newCount : `${maxNewCounted} or more`} new since you were here`

function stateText({ newCount, stopped }: FeedMark) {
  if (newCount > 0) return newPostsText(newCount)
  return stopped ? 'Nothing new since you were here' : 'Newest first'
}

/** How much is new, and a link to where the reader stopped. The button for new posts appears over this line. */
export function NewSinceLastVisit({ mark, posts }: { mark: FeedMark; posts: Post[] }) {
  const { newCount, stopped } = mark
  const isElsewhere = stopped !== null && stopped.postId !== posts[0]?.id
  return (
    <p className="mb-2 flex min-h-11 flex-wrap items-center justify-between gap-x-4 text-sm">
      <span className={newCount > 0 ? 'font-semibold' : 'text-muted'}>{stateText(mark)}</span>
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
