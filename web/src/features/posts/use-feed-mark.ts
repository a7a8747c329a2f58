import type { Post } from '@touchline/contract/posts.ts'
import { useEffect } from 'react'
import { afterFirstContent } from '#ui/first-content.ts'
import { sendReadingPosition } from './requests.ts'

type Props = {
  posts: Post[]
  personId: string
  /** False while the list shows search results. */
  isWanted: boolean
}

const watching = () => import('./watch-feed.ts')

/** Saves the reading position from the posts on screen. Loads after the posts. */
export function useFeedMark({ posts, personId, isWanted }: Props) {
  useEffect(() => {
    if (!isWanted || posts.length === 0) return undefined
    let isOver = false
    let stop: (() => void) | undefined
    const watch = async () => {
      const { watchFeed } = await afterFirstContent(watching)
      if (!isOver) stop = watchFeed(posts, personId, sendReadingPosition)
    }
    void watch()
    return () => {
      isOver = true
      stop?.()
    }
  }, [posts, personId, isWanted])

  useEffect(
    () => () => void watching().then(({ stopWatchingFeed }) => stopWatchingFeed(personId)),
    [personId],
  )
}
