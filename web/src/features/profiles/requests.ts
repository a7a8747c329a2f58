import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { User } from '@touchline/contract/people.ts'
import {
  changePrivacy,
  type PrivacySettings,
  type ProfileForm,
  removeAvatar,
  show,
  showPrivacy,
  update,
  uploadAvatar,
} from '@touchline/contract/profiles.ts'
import { call } from '#api/call.ts'
import { cacheResponse } from '#api/stale-reads.ts'
import { type Session, sessionQuery } from '#session/viewer.ts'

/** Updates the viewer in the session. Other views refetch when they are next shown. */
function useViewerUpdate() {
  const client = useQueryClient()
  return async (change: Partial<User>) => {
    client.setQueryData<Session>(sessionQuery.queryKey, (session) =>
      session?.state === 'signedIn' ? { ...session, viewer: { ...session.viewer, ...change } } : session,
    )
    await client.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0],
      refetchType: 'none',
    })
  }
}

export function useSaveProfile() {
  const wear = useViewerUpdate()
  return useMutation({
    mutationFn: (body: ProfileForm) => call(update, { body }),
    onSuccess: wear,
  })
}

export function useChangeAvatar() {
  const wear = useViewerUpdate()
  return useMutation({
    mutationFn: async (file: File | null) => {
      if (!file) {
        await call(removeAvatar)
        return { profileImageUrl: null }
      }
      const form = new FormData()
      form.set('avatar', file)
      return call(uploadAvatar, { form })
    },
    onSuccess: wear,
  })
}

export const privacyQuery = queryOptions({
  queryKey: ['privacy'],
  queryFn: ({ signal }) => call(showPrivacy, { signal }),
})

export function useChangePrivacy() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Partial<PrivacySettings>) => call(changePrivacy, { body }),
    onSuccess: (settings) => cacheResponse(client, privacyQuery.queryKey, settings),
  })
}

export const creatorQuery = (id: string) =>
  queryOptions({
    queryKey: ['profile', id],
    queryFn: ({ signal }) => call(show, { params: { id }, signal }),
    // The profile or its privacy may have changed since.
    staleTime: 0,
  })
