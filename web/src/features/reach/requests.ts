import { infiniteQueryOptions } from '@tanstack/react-query'
import * as api from '@touchline/contract/reach.ts'
import { isNotFound, isSubscriptionRequired } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { throwUnlessShown } from '#api/throw-unless-shown.ts'

/** The creator's own posts and how they were received, ten at a time, newest first. */
export const contentReach = infiniteQueryOptions({
  queryKey: ['reach', 'content'],
  queryFn: ({ pageParam, signal }) => call(api.content, { query: { before: pageParam }, signal }),
  initialPageParam: '',
  getNextPageParam: ({ next }) => next,
  // Numbers move all the time: whoever comes back sees those of now.
  staleTime: 0,
  throwOnError: throwUnlessShown(isSubscriptionRequired, isNotFound),
})

/** All of them as a file. */
export const contentCsvAddress = `${api.content.path}?format=csv`

/** One post, and who of the members it reached. */
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
