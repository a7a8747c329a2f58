import type { Comment, Thread } from '@touchline/contract/comments.ts'
import { useEffect, useState } from 'react'
import { commentAnchor } from '#people/comment-anchor.ts'
import { isFocusLost } from '#ui/focus-return.ts'

/** The viewer has not moved on: nothing else has the focus, and no next comment is begun. */
function isWaiting(item: Element) {
  const focused = document.activeElement
  if (isFocusLost() || !focused) return true
  if (focused instanceof HTMLTextAreaElement) return focused.value === ''
  return item.closest('section')?.contains(focused) ?? false
}

function focusComment(id: string) {
  const item = document.getElementById(commentAnchor(id))
  if (!item || !isWaiting(item)) return
  item.tabIndex = -1
  item.focus({ preventScroll: true })
  item.scrollIntoView({ block: 'nearest' })
}

/** Focuses the comment that was just posted once it is listed. Returns the function that announces it. */
export function useFocusPosted(threads: Thread[] = []) {
  const [posted, setPosted] = useState<Comment | null>(null)
  const all = threads.flatMap((thread) => [thread, ...thread.replies])
  const listedId = all.find(({ id }) => id === posted?.id)?.id
  useEffect(() => {
    if (listedId) focusComment(listedId)
  }, [listedId])
  return setPosted
}
