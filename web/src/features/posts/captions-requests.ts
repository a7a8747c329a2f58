import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as api from '@touchline/contract/captions.ts'
import type { Media } from '@touchline/contract/media.ts'
import type { Post } from '@touchline/contract/posts.ts'
import { call } from '#api/call.ts'
import { patchPost } from './post-cache.ts'

function useShowCaptions({ id, media }: Post) {
  const client = useQueryClient()
  return (captions: Media['captions']) => {
    if (media) patchPost(client, id, { media: { ...media, captions } })
  }
}

export function useSaveCaptions(post: Post) {
  return useMutation({
    mutationFn: ({ language, content }: { language: string; content: string }) =>
      call(api.save, { params: { id: post.id, language }, body: { content } }),
    onSuccess: useShowCaptions(post),
  })
}

export function useRemoveCaptions(post: Post) {
  return useMutation({
    mutationFn: (language: string) => call(api.remove, { params: { id: post.id, language } }),
    onSuccess: useShowCaptions(post),
  })
}
