import { useQueryClient } from '@tanstack/react-query'
import type { LiveMessage } from '@touchline/contract/live.ts'
import { useEffect } from 'react'
import { live } from '#session/live.ts'
import { todayKey } from './requests.ts'

const moves = new Set<LiveMessage['type']>([
  'comment_created',
  'comment_deleted',
  'comment_answered',
  'comment_changed',
  'post_deleted',
  'tip_received',
  'tip_acknowledged',
])

/** Keeps what waits true while it is on screen: comments and tips are told as they come and as they are dealt with. */
export function useLiveToday() {
  const client = useQueryClient()
  useEffect(() => {
    const readAgain = () => void client.invalidateQueries({ queryKey: todayKey })
    return live.subscribe({ hear: ({ type }) => moves.has(type) && readAgain(), onMissed: readAgain })
  }, [client])
}
