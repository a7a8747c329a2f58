import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import * as api from '@touchline/contract/blocks.ts'
import { call } from '#api/call.ts'
import { renewPages } from '#api/renew-pages.ts'
import { throwUnlessShown } from '#api/throw-unless-shown.ts'

/** The query key prefix for people, shared by all features. */
const people = ['people'] as const

export const minSearchLength = 2
const pageSize = 50

export const foundPeople = (typed: string) =>
  queryOptions({
    queryKey: [...people, 'found', typed] as const,
    queryFn: ({ signal }) => call(api.search, { body: { query: typed }, signal }),
    enabled: Array.from(typed).length >= minSearchLength,
    staleTime: 0,
    placeholderData: keepPreviousData,
    throwOnError: false,
  })

export const blockedPeople = infiniteQueryOptions({
  queryKey: [...people, 'blocked'] as const,
  queryFn: ({ pageParam: before, signal }) => call(api.blocked, { query: before ? { before } : {}, signal }),
  initialPageParam: '',
  getNextPageParam: (last) => (last.length === pageSize ? last.at(-1)?.id : undefined),
  staleTime: 0,
  throwOnError: throwUnlessShown(),
})

type Change = { blocked: true; reason: string; until: string | null } | { blocked: false }

export function useBlock(personId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: Change) => call(api.toggle, { params: { id: personId }, body: change }),
    onSettled: () => renewPages(client, people),
  })
}
