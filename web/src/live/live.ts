import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { createLive, liveAddress } from './create-live.ts'
import { afterFirstContent } from '#ui/first-content.ts'
import { sessionQuery } from '#session/viewer.ts'

export const live = createLive({ address: () => liveAddress() })

/** Keeps the connection open while mounted and `isWanted`. Refetches the viewer when their access changed. */
export function useLiveConnection(isWanted: boolean) {
  const client = useQueryClient()
  useEffect(() => {
    if (!isWanted) return undefined
    const askAgain = () => void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
    const leave = live.subscribe({
      onMessage: ({ type }) => type === 'access_changed' && askAgain(),
      onTurnedAway: askAgain,
    })
    let isOver = false
    void afterFirstContent(async () => {
      if (!isOver) live.open()
    })
    return () => {
      isOver = true
      leave()
      live.close()
    }
  }, [isWanted, client])
}
