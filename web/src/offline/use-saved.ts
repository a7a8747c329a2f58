import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onSavedChange, savedIds, savedPosts } from './saved-posts.ts'

const savedKey = (personId: string) => ['saved', personId] as const

const idsQuery = (personId: string) =>
  queryOptions({
    queryKey: [...savedKey(personId), 'ids'],
    queryFn: () => savedIds(personId),
    throwOnError: false,
  })

const postsQuery = (personId: string) =>
  queryOptions({
    queryKey: [...savedKey(personId), 'posts'],
    queryFn: () => savedPosts(personId),
    // A lease may have ended while the page was hidden.
    staleTime: 0,
    refetchInterval: 60_000,
    throwOnError: false,
  })

function useFresh(personId: string) {
  const client = useQueryClient()
  useEffect(
    () => onSavedChange(() => void client.invalidateQueries({ queryKey: savedKey(personId) })),
    [client, personId],
  )
}

export function useIsSaved(personId: string, postId: string): boolean | undefined {
  useFresh(personId)
  return useQuery(idsQuery(personId)).data?.includes(postId)
}

export function useSavedPosts(personId: string) {
  useFresh(personId)
  return useQuery(postsQuery(personId))
}
