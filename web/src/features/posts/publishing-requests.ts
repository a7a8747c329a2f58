import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as api from '@touchline/contract/posts.ts'
import type { Sharing } from '@touchline/contract/teasers.ts'
import { errorMessage } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { toast } from '#ui/toast-store.ts'
import { dropPost, patchPost, postLists } from './post-cache.ts'
import type { Publishing } from './publish-file.ts'
import { expectPost } from './unread-posts.ts'

export function usePublish() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (post: Publishing) => (await import('./publish-file.ts')).publishFile(post),
    onSuccess: (post) => {
      expectPost(post.id)
      return client.invalidateQueries({ queryKey: postLists })
    },
  })
}

type Edit = {
  title?: string
  markdown?: string
  mediaAlt?: string
  opensAt?: string | null
  sharing?: Sharing | null
  isClip?: boolean
  isMadeWithAi?: boolean
  commentsOff?: boolean
  version?: number | undefined
}

export function useEditPost(postId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Edit) => call(api.edit, { params: { id: postId }, body }),
    // Without the counts and hearts, which may be newer than this response.
    onSuccess: ({
      likesCount: _likes,
      commentsCount: _comments,
      isLiked: _isLiked,
      viewsCount: _views,
      ...edited
    }) => patchPost(client, postId, edited),
  })
}

export function usePrepareAgain(postId: string) {
  const client = useQueryClient()
  const isExpired = useExpiredSession()
  return useMutation({
    mutationFn: () => call(api.prepareAgain, { params: { id: postId } }),
    onSuccess: ({ status, problem }) => patchPost(client, postId, { status, problem }),
    onError: (error) => {
      if (isExpired(error)) return
      const description = errorMessage(error, 'It could not be tried again. Please try again.')
      toast({ title: 'Not tried', description, kind: 'destructive' })
    },
  })
}

export function useRemovePost(postId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.remove, { params: { id: postId } }),
    onSuccess: () => {
      dropPost(client, postId)
      return client.invalidateQueries({ queryKey: postLists })
    },
  })
}
