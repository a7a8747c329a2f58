import { useQueryClient } from '@tanstack/react-query'
import { ArrowUp } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { isListed, postLists } from './post-cache.ts'
import { forgetUnreadPosts, useUnreadPosts } from './unread-posts.ts'

/** Says that there is more to read than the lists show; reading it is the reader's decision. */
export function NewPostsButton({ onShow }: { onShow: () => void }) {
  const client = useQueryClient()
  const unread = useUnreadPosts().filter((id) => !isListed(client, id))
  const show = () => {
    forgetUnreadPosts()
    onShow()
    void client.invalidateQueries({ queryKey: postLists })
  }
  return (
    <output className="sticky top-20 z-10 flex h-0 items-start justify-center">
      {unread.length > 0 ? (
        <Button kind="chalk" className="shadow-(--float)" onClick={show}>
          <ArrowUp size={16} aria-hidden /> New posts
        </Button>
      ) : null}
    </output>
  )
}
