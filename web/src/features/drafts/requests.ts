import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import * as api from '@touchline/contract/drafts.ts'
import type { Draft } from '@touchline/contract/drafts.ts'
import { ofDraft, type PreviewFor } from '@touchline/contract/previews.ts'
import { memberCount as countMembers } from '@touchline/contract/subscriptions.ts'
import { useEffect } from 'react'
import { isNotFound } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { logProblem } from '#api/log.ts'
import { live } from '#live/live.ts'
import { toSaved, type Typed } from '#drafting/local-copy.ts'
import type { FilePlace } from './send-files.ts'

const listKey = ['drafts', 'list'] as const
const draftKey = (id: string) => ['drafts', 'one', id] as const

export const draftList = queryOptions({
  queryKey: listKey,
  queryFn: ({ signal }) => call(api.list, { signal }),
  throwOnError: false,
})

/** How many people a post for members goes to. */
export const memberCount = queryOptions({
  queryKey: ['member-count'],
  queryFn: async ({ signal }) => (await call(countMembers, { signal })).members,
  refetchOnMount: 'always',
  throwOnError: false,
})

const readDraft = async (id: string, signal?: AbortSignal): Promise<Draft | null> => {
  try {
    return await call(api.show, { params: { id }, signal })
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}

export const oneDraft = (id: string) =>
  queryOptions({
    queryKey: draftKey(id),
    queryFn: ({ signal }) => readDraft(id, signal),
    throwOnError: false,
    // Never cached: the editor must open with the latest draft.
    gcTime: 0,
  })

export const fetchDraft = (id: string) => call(api.show, { params: { id } })

/** Saves text based on `version`. Lists refetch when they are opened. */
export async function saveDraft(client: QueryClient, id: string, version: number, typed: Typed) {
  const draft = await call(api.save, {
    params: { id },
    body: toSaved({ version, typed }),
  })
  client.setQueryData(draftKey(id), draft)
  void client.invalidateQueries({ queryKey: listKey, refetchType: 'none' })
  return draft
}

export const previewDraft = (id: string, as: PreviewFor) => call(ofDraft, { params: { id }, query: { as } })

function useDraftCall<Input = void>(id: string, request: (input: Input) => Promise<Draft>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: request,
    onSuccess: (draft) => {
      client.setQueryData(draftKey(id), draft)
      return client.invalidateQueries({ queryKey: listKey, refetchType: 'none' })
    },
  })
}

const params = (id: string) => ({ params: { id } })

export const useAddPart = (id: string) =>
  useDraftCall(id, ({ uploadId, place }: { uploadId: string; place: FilePlace }) =>
    place.attachedAs === undefined
      ? call(api.addPart, { ...params(id), body: { uploadId, replaces: place.replaces } })
      : call(api.addAttachment, { ...params(id), body: { uploadId, name: place.attachedAs } }),
  )
export const useRemovePart = (id: string) =>
  useDraftCall(id, (partId: string) => call(api.removePart, { params: { id, partId } }))
export const usePrepareAgain = (id: string) => useDraftCall(id, () => call(api.prepareAgain, params(id)))
export const useSchedule = (id: string) =>
  useDraftCall(id, (publishAt: string) => call(api.schedule, { ...params(id), body: { publishAt } }))
export const useUnschedule = (id: string) => useDraftCall(id, () => call(api.unschedule, params(id)))

export function usePublishDraft(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (seen: Pick<Draft, 'version' | 'mediaId'> & { parts: string[]; postVersion?: number }) =>
      call(api.publish, { ...params(id), body: seen }),
    // It may have been changed elsewhere.
    onError: () => client.invalidateQueries({ queryKey: draftKey(id) }),
    onSuccess: () => client.invalidateQueries({ queryKey: listKey, refetchType: 'none' }),
  })
}

/** Removes a draft, also one that the server never received. */
export function useRemoveDraft(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      try {
        await call(api.remove, params(id))
      } catch (error) {
        if (!isNotFound(error)) throw error
      }
    },
    onSuccess: () => client.invalidateQueries({ queryKey: listKey, refetchType: 'none' }),
  })
}

export function useLiveDrafts() {
  const client = useQueryClient()
  useEffect(() => {
    const renew = (draftId?: string) =>
      Promise.all([
        client.invalidateQueries({ queryKey: listKey }),
        client.invalidateQueries({ queryKey: draftId ? draftKey(draftId) : ['drafts', 'one'] }),
      ]).catch((error: unknown) => logProblem('Refreshing the drafts failed', error))
    return live.subscribe({
      onMessage: (message) => void (message.type === 'draft_changed' && renew(message.draftId)),
      onMissed: () => void renew(),
    })
  }, [client])
}
