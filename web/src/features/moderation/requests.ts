import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import * as api from '@touchline/contract/moderation.ts'
import type { CaseState, Rule } from '@touchline/contract/moderation.ts'
import * as postApi from '@touchline/contract/posts.ts'
import { call } from '#api/call.ts'

const casesRead = 10
const postsRead = 10

const everything = ['moderation'] as const

export const caseList = (state: CaseState) =>
  infiniteQueryOptions({
    queryKey: [...everything, 'cases', state] as const,
    queryFn: ({ pageParam: after, signal }) =>
      call(api.queue, { query: { state, after, limit: casesRead }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => (last.hasMore ? last.cases.at(-1)?.id : undefined),
    // Other admins may decide cases in the meantime.
    staleTime: 0,
    throwOnError: false,
  })

export const postList = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...everything, 'posts', search] as const,
    queryFn: async ({ pageParam: page, signal }) => {
      const reply = await call(postApi.list, { query: { page, limit: postsRead, search }, signal })
      return Array.isArray(reply) ? { posts: reply, hasMore: false } : reply
    },
    initialPageParam: 1,
    getNextPageParam: (last, all) => (last.hasMore ? all.length + 1 : undefined),
    staleTime: 0,
    placeholderData: keepPreviousData,
    throwOnError: false,
  })

export const ownCases = queryOptions({
  queryKey: [...everything, 'own'],
  queryFn: ({ signal }) => call(api.mine, { signal }),
  staleTime: 0,
  throwOnError: false,
})

/** Performs a moderation action and refetches the lists, even after a failure. */
export function useModeration<Given, Answer>(act: (given: Given) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSettled() {
      void client.invalidateQueries({ queryKey: ['open-work'] })
      return client.invalidateQueries({ queryKey: everything })
    },
  })
}

export const removePost = ({ postId, rule, words }: { postId: string; rule: Rule; words: string }) =>
  call(api.removePost, { params: { id: postId }, body: { rule, words } })
