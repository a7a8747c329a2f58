import { useSyncExternalStore } from 'react'
import { createStore } from './store.ts'

const aheadMs = createStore(0)

/** Returns the time of the site's clock, which the simulator may have moved ahead. */
export const clubNow = () => Date.now() + aheadMs.get()

export const setClockAhead = aheadMs.set

export const useAheadMs = () => useSyncExternalStore(aheadMs.subscribe, aheadMs.get, () => 0)
