import { queryOptions } from '@tanstack/react-query'
import * as api from '@touchline/contract/health.ts'
import { call } from '#api/call.ts'

const lookAgainMs = 5000

export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: ({ signal }) => call(api.show, { signal }),
  refetchInterval: lookAgainMs,
  // The page shows the failure itself.
  throwOnError: false,
})
