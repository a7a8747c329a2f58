import type { Post } from '@touchline/contract/posts.ts'
import { useEffect } from 'react'
import { afterFirstThings } from '#ui/first-things.ts'
import { anchorOf } from './feed-mark.ts'

const watching = () => afterFirstThings(() => import('./watch-views.ts'))

/** Counts a post as seen once its card really is; what counts them is loaded after the posts themselves. */
export function useView({ id, status }: Post) {
  useEffect(() => {
    if (status !== 'ready') return undefined
    let isOver = false
    let stop: (() => void) | undefined
    const watch = async () => {
      const { watchView } = await watching()
      const card = document.getElementById(anchorOf(id))
      if (!isOver && card) stop = watchView(card, id)
    }
    void watch()
    return () => {
      isOver = true
      stop?.()
    }
  }, [id, status])
}
