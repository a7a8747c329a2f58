import { useRef } from 'react'

/** Runs what it is given unless something it was given before still runs: then it does nothing. */
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
