import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as api from '@touchline/contract/media-health.ts'
import { isUnauthorized } from '#api/api-error.ts'
import { call } from '#api/call.ts'

const lookAgainMs = 5000

/** How the server is getting on with videos and recordings; looked at again while the page is open. */
export const mediaHealth = queryOptions({
  queryKey: ['media', 'health'],
  queryFn: ({ signal }) => call(api.health, { signal }),
  refetchInterval: lookAgainMs,
  // What is there outlives a failed reading; without anything the failure is shown.
  throwOnError: (error, { state }) => state.data === undefined && !isUnauthorized(error),
})

export function useTryAgain(mediaId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.tryAgain, { params: { id: mediaId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: mediaHealth.queryKey }),
  })
}
