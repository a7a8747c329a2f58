import { useEffect, useState } from 'react'

const idleMs = 3000
const signs = ['pointermove', 'pointerdown', 'keydown', 'focusin']

/** Whether nobody has pointed at or pressed anything within `frame` for three seconds; never while not `isWanted`. */
export function useIdle(frame: HTMLElement | null, isWanted: boolean): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    if (!frame || !isWanted) return undefined
    let timer = 0
    const wake = () => {
      window.clearTimeout(timer)
      setIdle(false)
      timer = window.setTimeout(() => setIdle(true), idleMs)
    }
    wake()
    for (const sign of signs) frame.addEventListener(sign, wake)
    return () => {
      window.clearTimeout(timer)
      setIdle(false)
      for (const sign of signs) frame.removeEventListener(sign, wake)
    }
  }, [frame, isWanted])
  return isIdle && isWanted
}
