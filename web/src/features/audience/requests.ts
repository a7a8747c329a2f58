import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as api from '@touchline/contract/audience.ts'
import type { AudienceAnswers } from '@touchline/contract/audience.ts'
import { isSubscriptionRequired } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { cacheResponse } from '#api/stale-reads.ts'
import { throwUnlessShown } from '#api/throw-unless-shown.ts'

const refetchMs = 30_000

export const audienceIn = (timeZone: string) =>
  queryOptions({
    queryKey: ['audience', timeZone],
    queryFn: ({ signal }) => call(api.audience, { query: { timeZone }, signal }),
    staleTime: 0,
    refetchInterval: refetchMs,
    throwOnError: throwUnlessShown(isSubscriptionRequired),
  })

export const ownAnswers = queryOptions({
  queryKey: ['audience-answers'],
  queryFn: ({ signal }) => call(api.showAnswers, { signal }),
  throwOnError: false,
})

export function useSaveAnswers() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: AudienceAnswers) => call(api.changeAnswers, { body }),
    onSuccess: (answers) => cacheResponse(client, ownAnswers.queryKey, answers),
  })
}
