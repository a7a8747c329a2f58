import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import * as api from '@touchline/contract/audit.ts'
import { ApiError } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { throwUnlessShown } from '#api/throw-unless-shown.ts'
import type { AuditSearch } from './audit-search.ts'

const audit = ['audit'] as const

/** Whether the server rejected the filter, for example an action of another version. */
const isUnknown = (error: Error) => error instanceof ApiError && error.status === 400

/** Days are in UTC, like the log. */
const bounds = ({ from, to }: AuditSearch) => ({
  ...(from ? { from: `${from}T00:00:00.000Z` } : {}),
  ...(to ? { to: `${to}T23:59:59.999Z` } : {}),
})

export const auditLog = (search: AuditSearch) =>
  infiniteQueryOptions({
    queryKey: [...audit, 'log', search] as const,
    queryFn: ({ pageParam: before, signal }) => {
      const { person, actor, action } = search
      return call(api.log, {
        query: {
          ...(person ? { person } : {}),
          ...(actor ? { actor } : {}),
          ...(action ? { action } : {}),
          ...bounds(search),
          ...(before ? { before } : {}),
        },
        signal,
      })
    },
    initialPageParam: '',
    getNextPageParam: (last) => (last.hasMore ? last.entries.at(-1)?.id : undefined),
    staleTime: 0,
    placeholderData: keepPreviousData,
    throwOnError: throwUnlessShown(isUnknown),
  })

export const staffLooks = infiniteQueryOptions({
  queryKey: [...audit, 'looks'] as const,
  queryFn: ({ pageParam: before, signal }) =>
    call(api.staffLooks, { query: before ? { before } : {}, signal }),
  initialPageParam: '',
  getNextPageParam: (last) => (last.hasMore ? last.looks.at(-1)?.id : undefined),
  staleTime: 0,
  throwOnError: false,
})
