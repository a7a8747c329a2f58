import { useSyncExternalStore } from 'react'
import { createStore } from './store.ts'

const aheadMs = createStore(0)

/** The time by the club's clock, in milliseconds: in a rehearsal it is ahead of this device's. */
export const clubNow = () => Date.now() + aheadMs.get()

/** Takes over how far the club's clock is ahead. */
export const setClockAhead = aheadMs.set

/** How far the club's clock is ahead, in milliseconds; whoever uses it follows when the clock is moved. */
export const useAheadMs = () => useSyncExternalStore(aheadMs.subscribe, aheadMs.get)
