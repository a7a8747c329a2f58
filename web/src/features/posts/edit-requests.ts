import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as posts from '@touchline/contract/posts.ts'
import * as drafts from '@touchline/contract/drafts.ts'
import * as api from '@touchline/contract/revisions.ts'
import { call } from '#api/call.ts'
import { dropPost, patchPost, postLists } from './post-cache.ts'

const params = (id: string) => ({ params: { id } })

export const useBeginEdit = (postId: string) =>
  useMutation({ mutationFn: () => call(drafts.edit, params(postId)) })

export const useDuplicatePost = (postId: string) =>
  useMutation({
    mutationFn: (draftId: string) => call(drafts.duplicate, { ...params(postId), body: { draftId } }),
  })

export function useUnpublishPost(postId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(drafts.unpublish, params(postId)),
    onSuccess: () => {
      dropPost(client, postId)
      return client.invalidateQueries({ queryKey: postLists })
    },
  })
}

export function usePinPost(postId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (isPinned: boolean) => call(isPinned ? posts.pin : posts.unpin, params(postId)),
    onSuccess: ({ isPinned }) => {
      patchPost(client, postId, { isPinned })
      return client.invalidateQueries({ queryKey: ['feed-mark'] })
    },
  })
}

const revisionsKey = (postId: string) => ['posts', 'revisions', postId] as const

export const revisionsOf = (postId: string) =>
  queryOptions({
    queryKey: revisionsKey(postId),
    queryFn: ({ signal }) => call(api.list, { ...params(postId), signal }),
    throwOnError: false,
    staleTime: 0,
  })

export function useRestoreRevision(postId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ version, current }: { version: number; current: number }) =>
      call(api.restore, { params: { id: postId, version: String(version) }, body: { current } }),
    onSuccess: (post) => patchPost(client, postId, post),
    onSettled: () => client.invalidateQueries({ queryKey: revisionsKey(postId) }),
  })
}

export function useRemoveFiles(postId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.removeFiles, params(postId)),
    onSuccess: () => client.invalidateQueries({ queryKey: revisionsKey(postId) }),
  })
}
