import { queryOptions } from '@tanstack/react-query'
import { show } from '@touchline/contract/needs-attention.ts'
import { call } from '#api/call.ts'

export const needsAttentionKey = ['today'] as const

/** What needs the creator's attention. Refetched on every visit, because not every change has a live message. */
export const needsAttentionQuery = queryOptions({
  queryKey: needsAttentionKey,
  queryFn: ({ signal }) => call(show, { signal }),
  staleTime: 0,
  refetchOnWindowFocus: true,
  throwOnError: false,
})
