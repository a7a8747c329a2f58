import { useEffect } from 'react'
import { createLive, liveAddress } from '#api/live.ts'

/** This page's one live connection; the signed-in frame opens it for people with access. */
export const live = createLive({ address: () => liveAddress() })

/** Keeps the live connection open while `isWanted` and the caller is on screen. */
export function useLiveConnection(isWanted: boolean) {
  useEffect(() => {
    if (isWanted) live.open()
    return live.close
  }, [isWanted])
}
