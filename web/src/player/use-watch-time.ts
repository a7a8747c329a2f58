import { useEffect } from 'react'
import { watchTime } from './watch-time.ts'

export function useWatchTime(element: HTMLMediaElement | null, postId: string): void {
  useEffect(() => (element ? watchTime(element, postId) : undefined), [element, postId])
}
