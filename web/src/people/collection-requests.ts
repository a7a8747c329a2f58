import { queryOptions } from '@tanstack/react-query'
import * as api from '@touchline/contract/collections.ts'
import type { FullCollection } from '@touchline/contract/collections.ts'
import { isNotFound } from '#api/api-error.ts'
import { call } from '#api/call.ts'

export const collectionsKey = ['collections'] as const
export const collectionKey = (id: string) => [...collectionsKey, 'one', id] as const

export const collectionList = queryOptions({
  queryKey: [...collectionsKey, 'list'],
  queryFn: ({ signal }) => call(api.list, { signal }),
  staleTime: 0,
  throwOnError: false,
})

/** A collection with its posts; null when it is not there. */
export const oneCollection = (id: string) =>
  queryOptions({
    queryKey: collectionKey(id),
    queryFn: async ({ signal }): Promise<FullCollection | null> => {
      try {
        return await call(api.show, { params: { id }, signal })
      } catch (error) {
        if (isNotFound(error)) return null
        throw error
      }
    },
    staleTime: 0,
    throwOnError: false,
  })
