import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import * as api from '@touchline/contract/admin.ts'
import { cancelRemovalFor, openRemovals } from '@touchline/contract/two-factor.ts'
import { isNotFound } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { renewPages } from '#api/renew-pages.ts'
import { throwUnlessShown } from '#api/throw-unless-shown.ts'

/** The query key prefix for people, shared by all features. */
const people = ['people'] as const

export const analyticsQuery = queryOptions({
  queryKey: ['figures'],
  queryFn: ({ signal }) => call(api.analytics, { signal }),
  staleTime: 0,
  throwOnError: throwUnlessShown(),
})

const pageSize = 20

export const peopleList = (search: string, state: api.PeopleState | null) =>
  infiniteQueryOptions({
    queryKey: [...people, 'all', search, state] as const,
    queryFn: async ({ pageParam: before, signal }) => {
      const page = await call(api.users, {
        query: { limit: pageSize, search, ...(state ? { state } : {}), ...(before ? { before } : {}) },
        signal,
      })
      // The reply is an array only without a query.
      if (Array.isArray(page)) throw new Error('a page of people was asked for')
      return page
    },
    initialPageParam: '',
    getNextPageParam: (last) => (last.hasMore ? last.users.at(-1)?.id : undefined),
    staleTime: 0,
    placeholderData: keepPreviousData,
    throwOnError: throwUnlessShown(),
  })

export const personQuery = (id: string) =>
  queryOptions({
    queryKey: [...people, 'one', id] as const,
    queryFn: ({ signal }) => call(api.user, { params: { id }, signal }),
    staleTime: 0,
    throwOnError: throwUnlessShown(isNotFound),
  })

export function usePasswordLink(personId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.sendPasswordLink, { params: { id: personId } }),
    onSettled: () => renewPages(client, people),
  })
}

export function useCancellation(personId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.cancelSubscription, { params: { id: personId } }),
    onSettled: () => renewPages(client, people),
  })
}

export const openRemovalsQuery = queryOptions({
  queryKey: [...people, 'second steps'] as const,
  queryFn: ({ signal }) => call(openRemovals, { signal }),
  staleTime: 0,
})

export function useRemovalCancellation(personId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(cancelRemovalFor, { params: { id: personId } }),
    onSettled: () => renewPages(client, people),
  })
}
