import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as api from '@touchline/contract/media-health.ts'
import { call } from '#api/call.ts'
import { throwUnlessShown } from '#api/throw-unless-shown.ts'

const refetchMs = 5000

export const mediaHealth = queryOptions({
  queryKey: ['media', 'health'],
  queryFn: ({ signal }) => call(api.health, { signal }),
  refetchInterval: refetchMs,
  throwOnError: throwUnlessShown(),
})

export function useTryAgain(mediaId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.tryAgain, { params: { id: mediaId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: mediaHealth.queryKey }),
  })
}
