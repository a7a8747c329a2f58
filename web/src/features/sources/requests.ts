import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as api from '@touchline/contract/sources.ts'
import { call } from '#api/call.ts'
import { throwUnlessShown } from '#api/throw-unless-shown.ts'

export type Period = (typeof api.sourcePeriods)[number]

export const sourcesQuery = (days: Period) =>
  queryOptions({
    queryKey: ['sources', 'list', days] as const,
    queryFn: ({ signal }) => call(api.list, { query: { days }, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    throwOnError: throwUnlessShown(),
  })

export const joinersQuery = ({ kind, value }: Pick<api.Source, 'kind' | 'value'>, days: Period) =>
  infiniteQueryOptions({
    queryKey: ['sources', 'joiners', days, kind, value] as const,
    queryFn: ({ pageParam: before, signal }) =>
      call(api.joiners, { query: { kind, value, days, ...(before ? { before } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => (last.hasMore ? last.joiners.at(-1)?.id : undefined),
    staleTime: 0,
    throwOnError: false,
  })
