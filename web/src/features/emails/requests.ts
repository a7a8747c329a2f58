import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as api from '@touchline/contract/emails.ts'
import { call } from '#api/call.ts'
import { throwUnlessShown } from '#api/throw-unless-shown.ts'

const lookAgainMs = 5000

export const outboxQuery = queryOptions({
  queryKey: ['mail', 'outbox'],
  queryFn: ({ signal }) => call(api.show, { signal }),
  refetchInterval: lookAgainMs,
  throwOnError: throwUnlessShown(),
})

export const examplesQuery = queryOptions({
  queryKey: ['mail', 'examples'],
  queryFn: ({ signal }) => call(api.examples, { signal }),
})

export function useRetryEmail(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.tryAgain, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: outboxQuery.queryKey }),
  })
}
