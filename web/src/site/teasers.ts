import { queryOptions, useQuery } from '@tanstack/react-query'
import { pageKeys } from '@touchline/contract/page-data.ts'
import type * as contract from '@touchline/contract/teasers.ts'
import { ApiError } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { endpointPath } from '#api/endpoint-path.ts'

/** Written out to keep the validator out of the public pages. */
export const teaserCalls: { list: typeof contract.list; show: typeof contract.show } = {
  list: endpointPath('GET', '/api/site/teasers'),
  show: endpointPath('GET', '/api/site/teasers/:id'),
}

export const teasersQuery = queryOptions({
  queryKey: pageKeys.teasers,
  queryFn: ({ signal }) => call(teaserCalls.list, { signal }),
})

/** Returns the posts on the front page; undefined while they load or if that fails. */
export const useFrontPosts = () => useQuery({ ...teasersQuery, throwOnError: false }).data

export const teaserQuery = (postId: string) =>
  queryOptions({
    queryKey: pageKeys.teaser(postId),
    queryFn: async ({ signal }) => {
      try {
        return await call(teaserCalls.show, { params: { id: postId }, signal })
      } catch (error) {
        if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return null
        throw error
      }
    },
  })
