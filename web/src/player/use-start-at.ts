import { useEffect } from 'react'
import type { Start } from './player-props.ts'

let lastKey: string | null = null

/** Plays an element from a second, once per start. */
export function useStartAt(
  element: HTMLMediaElement | null,
  start: Start | undefined,
  open: (seconds: number) => void,
): void {
  useEffect(() => {
    if (!element || !start || start.key === lastKey) return
    lastKey = start.key
    open(start.seconds)
  })
}
