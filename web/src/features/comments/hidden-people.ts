import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as api from '@touchline/contract/comments.ts'
import { call } from '#api/call.ts'
import { renewPages } from '#api/renew-pages.ts'
import { commentLists } from './comment-cache.ts'

const hiddenPeopleKey = ['hidden-people'] as const

export const hiddenPeopleQuery = queryOptions({
  queryKey: hiddenPeopleKey,
  queryFn: ({ signal }) => call(api.listHidden, { signal }),
  throwOnError: false,
})

/** Refetches what depends on whom the viewer has hidden. */
export async function renewHidden(client: QueryClient): Promise<void> {
  client.removeQueries({ queryKey: commentLists, type: 'inactive' })
  await Promise.all([
    client.invalidateQueries({ queryKey: hiddenPeopleKey }),
    renewPages(client, commentLists),
  ])
}

export function useUnhide() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(api.unhide, { params: { id } }),
    onSuccess: () => renewHidden(client),
  })
}
