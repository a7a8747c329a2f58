import { infiniteQueryOptions } from '@tanstack/react-query'
import * as api from '@touchline/contract/reach.ts'
import { isNotFound, isSubscriptionRequired } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { throwUnlessShown } from '#api/throw-unless-shown.ts'

export const contentReach = infiniteQueryOptions({
  queryKey: ['reach', 'content'],
  queryFn: ({ pageParam, signal }) => call(api.content, { query: { before: pageParam }, signal }),
  initialPageParam: '',
  getNextPageParam: ({ next }) => next,
  // Figures change often, so they are refetched on return.
  staleTime: 0,
  throwOnError: throwUnlessShown(isSubscriptionRequired, isNotFound),
})

export const contentCsvAddress = `${api.content.path}?format=csv`

export const postMembers = (postId: string) =>
  infiniteQueryOptions({
    queryKey: ['reach', 'post', postId],
    queryFn: ({ pageParam, signal }) =>
      call(api.members, { params: { id: postId }, query: { before: pageParam }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    throwOnError: throwUnlessShown(isSubscriptionRequired, isNotFound),
  })
