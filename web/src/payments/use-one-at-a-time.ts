import { useRef } from 'react'

/** Returns a function that runs its argument unless an earlier run is in progress. */
export function useOneAtATime() {
  const isRunning = useRef(false)
  return (work: () => Promise<void>) => {
    if (isRunning.current) return
    isRunning.current = true
    void work().finally(() => {
      isRunning.current = false
    })
  }
}
