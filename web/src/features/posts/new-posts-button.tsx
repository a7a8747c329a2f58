import { useQueryClient } from '@tanstack/react-query'
import { ArrowUp } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { isListed, postLists } from './post-cache.ts'
import { forgetUnreadPosts, useUnreadPosts } from './unread-posts.ts'

/** Says that there is more to read than the lists show; reading it is the reader's decision. */
export function NewPostsButton({ onShow }: { onShow?: () => void }) {
  const client = useQueryClient()
  const unread = useUnreadPosts().filter((id) => !isListed(client, id))
  const show = async () => {
    forgetUnreadPosts()
    onShow?.()
    await client.invalidateQueries({ queryKey: postLists })
    const feed = document.querySelector<HTMLElement>('[role="feed"]')
    if (!feed) return
    // The button is gone: whoever goes on, with the eyes or the keyboard, is at the first of them.
    window.scrollTo({ top: 0, behavior: 'instant' })
    feed.focus({ preventScroll: true })
  }
  return (
    <output className="sticky top-20 z-10 flex h-0 items-start justify-center">
      {unread.length > 0 ? (
        <Button kind="chalk" className="shadow-(--float)" onClick={() => void show()}>
          <ArrowUp size={16} aria-hidden /> {unread.length} new {unread.length === 1 ? 'post' : 'posts'}
        </Button>
      ) : null}
    </output>
  )
}
