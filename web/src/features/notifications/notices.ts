import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import * as api from '@touchline/contract/notifications.ts'
import { call } from '#api/call.ts'
import { cacheResponse } from '#api/stale-reads.ts'

export const unreadQuery = queryOptions({
  queryKey: ['unread-notices'],
  queryFn: ({ signal }): Promise<api.UnreadCount> => call(api.unreadNotices, { signal }),
  staleTime: 60_000,
  throwOnError: false,
})

/** Adds a new post to the count. All members hear of it at once, so that none of them asks the server. */
export function countNewPost(client: QueryClient): void {
  client.setQueryData(unreadQuery.queryKey, (known?: api.UnreadCount) =>
    known?.countsPosts ? { ...known, unread: Math.min(known.unread + 1, api.maxUnread) } : known,
  )
}

export const noticesQuery = infiniteQueryOptions({
  queryKey: ['notices'],
  queryFn: ({ pageParam, signal }): Promise<api.NoticePage> =>
    call(api.notices, { query: { before: pageParam }, signal }),
  // oxlint-disable-next-line unicorn/no-useless-undefined -- the first page has no position
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }: api.NoticePage) => next ?? undefined,
  staleTime: 0,
  throwOnError: false,
})

export function useReadNotices() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (until: string) => call(api.readNotices, { body: { until } }),
    onSuccess: (count) => cacheResponse(client, unreadQuery.queryKey, count),
  })
}
