import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as api from '@touchline/contract/library.ts'
import { useEffect } from 'react'
import { call } from '#api/call.ts'
import { live } from '#live/live.ts'
import { postLists } from '../post-cache.ts'

const bookmarksKey = 'bookmarks'

/** The ids of the bookmarked posts. */
export const bookmarksQuery = (personId: string) =>
  queryOptions({
    queryKey: [bookmarksKey, personId],
    queryFn: ({ signal }) => call(api.listBookmarks, { signal }),
    throwOnError: false,
  })

async function renewBookmarks(client: QueryClient): Promise<void> {
  void client.invalidateQueries({
    queryKey: postLists,
    predicate: ({ queryKey }) => JSON.stringify(queryKey).includes('"bookmarked"'),
  })
  await client.invalidateQueries({ queryKey: [bookmarksKey] })
}

const following = new WeakSet<QueryClient>()

/** Renews the bookmarks when they change on another device. */
export function useLiveBookmarks(): void {
  const client = useQueryClient()
  useEffect(() => {
    if (following.has(client)) return
    following.add(client)
    const renew = () => void renewBookmarks(client)
    live.subscribe({ onMessage: ({ type }) => type === 'bookmarks_changed' && renew(), onMissed: renew })
  }, [client])
}

/** Adds or removes a bookmark; requests for one post run one after another. */
export function useBookmark(postId: string) {
  const client = useQueryClient()
  return useMutation({
    scope: { id: `bookmark:${postId}` },
    mutationFn: (isWanted: boolean) =>
      call(isWanted ? api.bookmark : api.unbookmark, { params: { id: postId } }),
    onSettled: () => renewBookmarks(client),
  })
}
