import { queryOptions, useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import * as api from '@touchline/contract/notifications.ts'
import type { NoticeKind } from '@touchline/contract/notifications.ts'
import { call } from '#api/call.ts'
import { cacheResponse } from '#api/stale-reads.ts'

export const settingsQuery = queryOptions({
  queryKey: ['notification-settings'],
  queryFn: ({ signal }) => call(api.show, { signal }),
  // A link in a letter, or another browser, may have changed them.
  staleTime: 0,
  refetchOnWindowFocus: true,
})

/** The kinds that are declined, with one change in it. */
const withChange = (before: NoticeKind[], change: Partial<Record<NoticeKind, boolean>> = {}) =>
  api.noticeKinds.filter((kind) => change[kind] ?? before.includes(kind))

const changed = (before: api.NotificationSettings, { declined, ...plain }: api.SettingsChange) => ({
  ...before,
  ...plain,
  declined: {
    email: withChange(before.declined.email, declined?.email),
    push: withChange(before.declined.push, declined?.push),
  },
})

const changing = ['change-notification-settings']

/** The settings as the site last told them, with the changes that are on their way to it. */
export function useSettings() {
  const { data: told, ...reading } = useQuery({ ...settingsQuery, throwOnError: false })
  const wishes = useMutationState({
    filters: { mutationKey: changing, status: 'pending' },
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the key is of one mutation only, below
    select: ({ state }) => state.variables as api.SettingsChange,
  })
  return { ...reading, data: told && wishes.reduce(changed, told) }
}

/** Sends what the person wants, one wish after the other. `tell` hears of every one that could not be kept. */
export function useChangeSettings(tell: (error: unknown) => void) {
  const client = useQueryClient()
  const { queryKey } = settingsQuery
  return useMutation({
    mutationKey: changing,
    scope: { id: 'notification-settings' },
    mutationFn: (wish: api.SettingsChange) => call(api.change, { body: wish }),
    onSuccess: (kept) => cacheResponse(client, queryKey, kept),
    onError: tell,
  })
}

const letterQuery = (letter: string) =>
  queryOptions({
    queryKey: ['letter-link', letter],
    queryFn: ({ signal }) => call(api.showUnsubscribe, { query: { letter }, signal }),
    retry: false,
  })

/** What the link of a letter is about, and how to stop those letters or have them again. */
export function useUnsubscribeLink(letter: string) {
  const client = useQueryClient()
  const { queryKey } = letterQuery(letter)
  const shown = useQuery({ ...letterQuery(letter), throwOnError: false })
  const change = useMutation({
    mutationFn: (isDeclined: boolean) =>
      call(isDeclined ? api.unsubscribe : api.resubscribe, { query: { letter } }),
    onSuccess: (now) => client.setQueryData(queryKey, now),
  })
  return { shown, change }
}
