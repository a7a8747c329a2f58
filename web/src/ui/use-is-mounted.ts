import { useCallback, useEffect, useRef } from 'react'

/** For what ends after a while: answers whether whoever began it is still looking at the same page. */
export function useIsMounted() {
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return useCallback(() => isMounted.current, [])
}
