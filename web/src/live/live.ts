import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { createLive, liveAddress } from './create-live.ts'
import { afterFirstContent } from '#ui/first-content.ts'
import { sessionQuery } from '#session/viewer.ts'

/** The single live connection of this page. The signed-in frame opens it for people with access. */
export const live = createLive({ address: () => liveAddress() })

/**
 * Keeps the live connection open while `isWanted` and the caller is mounted. Refetches the viewer when a message says that
 * access changed.
 */
export function useLiveConnection(isWanted: boolean) {
  const client = useQueryClient()
  useEffect(() => {
    if (!isWanted) return undefined
    const askAgain = () => void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
    const leave = live.subscribe({
      hear: ({ type }) => type === 'access_changed' && askAgain(),
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
