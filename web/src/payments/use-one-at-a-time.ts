import { useRef } from 'react'

/** Returns a function that runs its argument unless a previous run is still in progress. */
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
