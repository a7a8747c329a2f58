import { queryOptions } from '@tanstack/react-query'
import { show } from '@touchline/contract/needs-attention.ts'
import { call } from '#api/call.ts'

export const needsAttentionKey = ['today'] as const

/** What needs the creator now; read again on every visit, for not all of it is told while it happens. */
export const needsAttentionQuery = queryOptions({
  queryKey: needsAttentionKey,
  queryFn: ({ signal }) => call(show, { signal }),
  staleTime: 0,
  refetchOnWindowFocus: true,
  throwOnError: false,
})
