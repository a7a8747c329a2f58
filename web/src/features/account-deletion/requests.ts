import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ask, confirmHere, list, show, undo } from '@touchline/contract/account-deletion.ts'
import { call } from '#api/call.ts'
import { cacheResponse } from '#api/stale-reads.ts'

/** Whether one has asked to be deleted. */
export const pendingDeletionQuery = queryOptions({
  queryKey: ['departure'],
  queryFn: ({ signal }) => call(show, { signal }),
  // It may have been confirmed, or taken back, by a link of a letter.
  staleTime: 0,
})

/** Asks to be deleted, or with null takes that back; how it stands then is kept. */
export function useDeletionChange() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (message: string | null) =>
      message === null ? call(undo) : call(ask, { body: { message } }),
    onSuccess: (standing) => cacheResponse(client, pendingDeletionQuery.queryKey, standing),
  })
}

/** Confirms one’s request with a proof of identity, where the mailed link does not arrive. */
export function useConfirmHere() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(confirmHere),
    onSuccess: (standing) => cacheResponse(client, pendingDeletionQuery.queryKey, standing),
  })
}

/** A page of everybody's requests. */
export const deletionsQuery = (page: number) =>
  queryOptions({
    queryKey: ['deletions', page],
    queryFn: ({ signal }) => call(list, { query: { page }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
