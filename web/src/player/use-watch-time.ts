import { useEffect } from 'react'
import { watchTime } from './watch-time.ts'

/** Tells the server for how long the film or recording of a post is played. */
export function useWatchTime(element: HTMLMediaElement | null, postId: string): void {
  useEffect(() => (element ? watchTime(element, postId) : undefined), [element, postId])
}
