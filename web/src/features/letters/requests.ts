import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as api from '@touchline/contract/letters.ts'
import { isUnauthorized } from '#api/api-error.ts'
import { call } from '#api/call.ts'

const lookAgainMs = 5000

/** How the outbox stands; looked at again while the page is open. */
export const outboxQuery = queryOptions({
  queryKey: ['mail', 'outbox'],
  queryFn: ({ signal }) => call(api.show, { signal }),
  refetchInterval: lookAgainMs,
  // What is there outlives a failed reading; without anything the failure is shown.
  throwOnError: (error, { state }) => state.data === undefined && !isUnauthorized(error),
})

export const examplesQuery = queryOptions({
  queryKey: ['mail', 'examples'],
  queryFn: ({ signal }) => call(api.examples, { signal }),
})

export function useTryLetterAgain(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.tryAgain, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: outboxQuery.queryKey }),
  })
}
