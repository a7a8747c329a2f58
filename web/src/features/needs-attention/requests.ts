import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { LiveMessage } from '@touchline/contract/live.ts'
import { forAdmin, show } from '@touchline/contract/needs-attention.ts'
import { useEffect } from 'react'
import { call } from '#api/call.ts'
import { live } from '#live/live.ts'

export const needsAttentionKey = ['today'] as const

/** What needs the creator's attention. Refetched on every visit, because not every change has a live message. */
export const needsAttentionQuery = queryOptions({
  queryKey: needsAttentionKey,
  queryFn: ({ signal }) => call(show, { signal }),
  staleTime: 0,
  refetchOnWindowFocus: true,
  throwOnError: false,
})

/** The open work of admins. Most of it has no live message, so it is polled. */
export const openWorkQuery = queryOptions({
  queryKey: ['open-work'],
  queryFn: ({ signal }) => call(forAdmin, { signal }),
  staleTime: 0,
  refetchInterval: 60_000,
  refetchOnWindowFocus: true,
  throwOnError: false,
})

const moves = new Set<LiveMessage['type']>([
  'comment_created',
  'comment_deleted',
  'comment_answered',
  'comment_changed',
  'post_deleted',
  'tip_received',
  'tip_acknowledged',
])

export function useLiveAttention() {
  const client = useQueryClient()
  useEffect(() => {
    const readAgain = () => void client.invalidateQueries({ queryKey: needsAttentionKey })
    return live.subscribe({ onMessage: ({ type }) => moves.has(type) && readAgain(), onMissed: readAgain })
  }, [client])
}
