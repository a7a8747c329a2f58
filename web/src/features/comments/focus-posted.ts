import type { Comment, Thread } from '@touchline/contract/comments.ts'
import { useEffect, useState } from 'react'
import { isFocusLost } from '#ui/focus-return.ts'

export const itemIdOf = ({ id }: Pick<Comment, 'id'>) => `comment-${id}`

/** The viewer has not moved on: nothing else has the focus, and no next comment is begun. */
function isWaiting(item: Element) {
  const focused = document.activeElement
  if (isFocusLost() || !focused) return true
  if (focused instanceof HTMLTextAreaElement) return focused.value === ''
  return item.closest('section')?.contains(focused) ?? false
}

/** Moves the focus to the comment that was just posted, once it is listed. Returns the function that announces it. */
export function useFocusPosted(threads: Thread[] | undefined) {
  const [posted, setPosted] = useState<Comment | null>(null)
  useEffect(() => {
    const item = posted && document.getElementById(itemIdOf(posted))
    if (!item) return
    setPosted(null)
    if (!isWaiting(item)) return
    item.tabIndex = -1
    item.focus({ preventScroll: true })
    item.scrollIntoView({ block: 'nearest' })
  }, [posted, threads])
  return setPosted
}
