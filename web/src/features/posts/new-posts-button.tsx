import { useQueryClient } from '@tanstack/react-query'
import { ArrowUp } from 'lucide-react'
import { paths } from '#paths.ts'
import { useLocation, useNavigate } from '#router/router-provider.tsx'
import { Button } from '#ui/button.tsx'
import { isListed, postLists } from './post-cache.ts'
import { clearUnreadPosts, useUnreadPosts } from './unread-posts.ts'

/** Announces new posts, which the reader loads when they choose, so that nothing moves. */
export function NewPostsButton({ isInFeed = false }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { search } = useLocation()
  const unread = useUnreadPosts().filter((id) => !isListed(client, id))
  const show = async () => {
    clearUnreadPosts()
    // Navigating to the current page would restore an old scroll position.
    if (isInFeed && Object.keys(search).length > 0) void navigate({ to: paths.content })
    await client.invalidateQueries({ queryKey: postLists })
    const feed = document.querySelector<HTMLElement>('[role="feed"]')
    if (!feed) return
    // The button disappears, so move scroll and focus to the first post.
    window.scrollTo({ top: 0, behavior: 'instant' })
    feed.focus({ preventScroll: true })
  }
  return (
    <output className="pointer-events-none sticky top-20 z-10 flex h-0 justify-center">
      {unread.length > 0 ? (
        <Button
          kind="chalk"
          className="pointer-events-auto mt-2 shadow-(--float)"
          onClick={() => void show()}
        >
          <ArrowUp size={16} aria-hidden /> {unread.length} new {unread.length === 1 ? 'post' : 'posts'}
        </Button>
      ) : null}
    </output>
  )
}
