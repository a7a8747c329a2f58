import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as api from '@touchline/contract/library.ts'
import { useEffect } from 'react'
import { call } from '#api/call.ts'
import { live } from '#live/live.ts'
import { forgetPositions } from '#player/saved-positions.ts'
import { positionsQueryKey, sendPositions, hasSentRecently } from '#player/send-positions.ts'

const historyKey = 'history'

/** What the viewer played and read last, on whichever device. */
export const historyQuery = (personId: string) =>
  queryOptions({
    queryKey: [historyKey, personId],
    queryFn: async ({ signal }) => {
      await sendPositions(personId)
      return call(api.showHistory, { signal })
    },
    refetchOnMount: 'always',
    throwOnError: false,
  })

const renewHistory = (client: QueryClient, refetchType: 'active' | 'none' = 'active') =>
  Promise.all(
    [historyKey, positionsQueryKey].map((key) => client.invalidateQueries({ queryKey: [key], refetchType })),
  )

/** Renews the history when it changes on another device. */
export function useLiveHistory(): void {
  const client = useQueryClient()
  useEffect(
    () =>
      live.subscribe({
        onMessage({ type }) {
          // Skip the refetch: this page sent the change itself.
          if (type === 'history_changed') void renewHistory(client, hasSentRecently() ? 'none' : 'active')
        },
        onMissed: () => void renewHistory(client),
      }),
    [client],
  )
}

export function useSwitchHistory() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (isOn: boolean) => call(api.changeHistory, { body: { isOn } }),
    onSettled: () => renewHistory(client),
  })
}

export function useClearHistory(personId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.clearHistory),
    onSuccess: () => forgetPositions(personId),
    onSettled: () => renewHistory(client),
  })
}
