import { useSyncExternalStore } from 'react'

let aheadMs = 0
const listeners = new Set<() => void>()

/** The time by the club's clock, in milliseconds: in a rehearsal it is ahead of this device's. */
export const clubNow = () => Date.now() + aheadMs

/** Takes over how far the club's clock is ahead. */
export function setAhead(ms: number) {
  if (ms === aheadMs) return
  aheadMs = ms
  for (const listener of listeners) listener()
}

/** How far the club's clock is ahead, in milliseconds; whoever uses it follows when the clock is moved. */
export const useAheadMs = () => useSyncExternalStore(onMove, () => aheadMs)

function onMove(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
