import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as apiKeys from '@touchline/contract/api-keys.ts'
import * as webhooks from '@touchline/contract/webhooks.ts'
import { call } from '#api/call.ts'
import { throwUnlessShown } from '#api/throw-unless-shown.ts'

const programs = ['programs'] as const

export const apiKeyList = queryOptions({
  queryKey: [...programs, 'keys'] as const,
  queryFn: ({ signal }) => call(apiKeys.list, { signal }),
  staleTime: 0,
  throwOnError: throwUnlessShown(),
})

export const webhookList = queryOptions({
  queryKey: [...programs, 'webhooks'] as const,
  queryFn: ({ signal }) => call(webhooks.list, { signal }),
  staleTime: 0,
  throwOnError: throwUnlessShown(),
})

export const deliveryList = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...programs, 'deliveries', id] as const,
    queryFn: ({ pageParam: before, signal }) =>
      call(webhooks.deliveries, { params: { id }, query: before ? { before } : {}, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => (last.hasMore ? last.deliveries.at(-1)?.id : undefined),
    staleTime: 0,
    throwOnError: false,
  })

/** A change after which everything on the page is loaded again. */
function useChange<Given, Made>(change: (given: Given) => Promise<Made>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: programs }),
  })
}

export const useCreateKey = () => useChange((body: apiKeys.NewApiKey) => call(apiKeys.create, { body }))

export const useRevokeKey = () => useChange((id: string) => call(apiKeys.revoke, { params: { id } }))

type Saved = { id: string | null; body: webhooks.WebhookForm }

/** Returns the secret of a new webhook, and nothing for a changed one. */
export const useSaveWebhook = () =>
  useChange(async ({ id, body }: Saved) => {
    if (id === null) return (await call(webhooks.create, { body })).secret
    await call(webhooks.change, { params: { id }, body })
    return null
  })

export const useRotateSecret = () =>
  useChange((id: string) => call(webhooks.rotateSecret, { params: { id } }))

export const useSetState = () =>
  useChange(({ id, isOn }: { id: string; isOn: boolean }) =>
    call(webhooks.setState, { params: { id }, body: { isOn } }),
  )

export const useRemoveWebhook = () => useChange((id: string) => call(webhooks.remove, { params: { id } }))

export const useSendTest = () => useChange((id: string) => call(webhooks.sendTest, { params: { id } }))

export const useReplay = () => useChange((id: string) => call(webhooks.replay, { params: { id } }))
