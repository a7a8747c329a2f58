import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as api from '@touchline/contract/audience.ts'
import type { AudienceAnswers } from '@touchline/contract/audience.ts'
import { isSubscriptionRequired } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { cacheResponse } from '#api/stale-reads.ts'
import { throwUnlessShown } from '#api/throw-unless-shown.ts'

/** How often the audience is read again by itself. */
const lookAgainMs = 30_000

/** The audience, with the hours of a time zone. */
export const audienceIn = (timeZone: string) =>
  queryOptions({
    queryKey: ['audience', timeZone],
    queryFn: ({ signal }) => call(api.audience, { query: { timeZone }, signal }),
    staleTime: 0,
    refetchInterval: lookAgainMs,
    throwOnError: throwUnlessShown(isSubscriptionRequired),
  })

/** What the viewer told of themselves for the statistics. */
export const ownAnswers = queryOptions({
  queryKey: ['audience-answers'],
  queryFn: ({ signal }) => call(api.showAnswers, { signal }),
  throwOnError: false,
})

export function useSaveAnswers() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: AudienceAnswers) => call(api.changeAnswers, { body }),
    onSuccess: (told) => cacheResponse(client, ownAnswers.queryKey, told),
  })
}
