import { useSyncExternalStore } from 'react'
import { createStore } from './store.ts'

const aheadMs = createStore(0)

/** Returns the time of the site's clock in milliseconds, which the simulator may have moved ahead. */
export const clubNow = () => Date.now() + aheadMs.get()

/** Sets how far the site's clock is ahead. */
export const setClockAhead = aheadMs.set

/** Returns how far the site's clock is ahead, in milliseconds, and re-renders when it moves. */
export const useAheadMs = () => useSyncExternalStore(aheadMs.subscribe, aheadMs.get, () => 0)
