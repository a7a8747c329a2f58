import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ask, confirmHere, list, show, undo } from '@touchline/contract/account-deletion.ts'
import { call } from '#api/call.ts'
import { cacheResponse } from '#api/stale-reads.ts'

export const pendingDeletionQuery = queryOptions({
  queryKey: ['departure'],
  queryFn: ({ signal }) => call(show, { signal }),
  // An emailed link may have confirmed or canceled it.
  staleTime: 0,
})

export function useDeletionChange() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (message: string | null) =>
      message === null ? call(undo) : call(ask, { body: { message } }),
    onSuccess: (standing) => cacheResponse(client, pendingDeletionQuery.queryKey, standing),
  })
}

/** Confirms a request after re-authentication, for people whom the email does not reach. */
export function useConfirmHere() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(confirmHere),
    onSuccess: (standing) => cacheResponse(client, pendingDeletionQuery.queryKey, standing),
  })
}

export const deletionsQuery = (page: number) =>
  queryOptions({
    queryKey: ['deletions', page],
    queryFn: ({ signal }) => call(list, { query: { page }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
