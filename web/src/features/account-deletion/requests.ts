import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ask, confirmHere, list, show, undo } from '@touchline/contract/account-deletion.ts'
import { call } from '#api/call.ts'
import { cacheResponse } from '#api/stale-reads.ts'

/** The viewer's pending deletion request. */
export const pendingDeletionQuery = queryOptions({
  queryKey: ['departure'],
  queryFn: ({ signal }) => call(show, { signal }),
  // An emailed link may have confirmed or canceled it.
  staleTime: 0,
})

/** Requests the deletion, or cancels it with null, and caches the new state. */
export function useDeletionChange() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (message: string | null) =>
      message === null ? call(undo) : call(ask, { body: { message } }),
    onSuccess: (standing) => cacheResponse(client, pendingDeletionQuery.queryKey, standing),
  })
}

/** Confirms the request after re-authentication, when the emailed link does not arrive. */
export function useConfirmHere() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(confirmHere),
    onSuccess: (standing) => cacheResponse(client, pendingDeletionQuery.queryKey, standing),
  })
}

/** One page of all deletion requests. */
export const deletionsQuery = (page: number) =>
  queryOptions({
    queryKey: ['deletions', page],
    queryFn: ({ signal }) => call(list, { query: { page }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
