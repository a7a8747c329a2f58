import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import * as api from '@touchline/contract/support.ts'
import type { SupportState, SupportThread } from '@touchline/contract/support.ts'
import { call } from '#api/call.ts'
import { cacheResponse } from '#api/stale-reads.ts'

const messagesRead = 20

const everything = ['support'] as const

export const messageList = (asked: { state: SupportState; search: string }) =>
  infiniteQueryOptions({
    queryKey: [...everything, 'list', asked] as const,
    queryFn: ({ pageParam: after, signal }) =>
      call(api.messages, { query: { ...asked, after, limit: messagesRead }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => (last.hasMore ? last.messages.at(-1)?.id : undefined),
    staleTime: 0,
    // Keep the results, and an answer being written, until the next search completes.
    placeholderData: keepPreviousData,
    throwOnError: false,
  })

export const messageThread = (id: string) =>
  queryOptions({
    queryKey: [...everything, 'one', id] as const,
    queryFn: ({ signal }) => call(api.show, { params: { id }, signal }),
    staleTime: 0,
    throwOnError: false,
  })

export const ownMessages = queryOptions({
  queryKey: [...everything, 'mine'] as const,
  queryFn: ({ signal }) => call(api.mine, { signal }),
  staleTime: 0,
  throwOnError: false,
})

export function useSupportAct<Given>(act: (given: Given) => Promise<SupportThread>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: async (thread) => {
      await cacheResponse(client, messageThread(thread.id).queryKey, thread)
      return client.invalidateQueries({ queryKey: [...everything, 'list'] })
    },
  })
}
