import { queryOptions, useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import * as api from '@touchline/contract/notifications.ts'
import type { NoticeKind } from '@touchline/contract/notifications.ts'
import { call } from '#api/call.ts'
import { cacheResponse } from '#api/stale-reads.ts'
import { unreadQuery } from './notices.ts'

export const settingsQuery = queryOptions({
  queryKey: ['notification-settings'],
  queryFn: ({ signal }) => call(api.show, { signal }),
  // An unsubscribe link or another browser may have changed them.
  staleTime: 0,
  refetchOnWindowFocus: true,
})

/** Returns the declined kinds after one change. */
const withChange = (before: NoticeKind[], change: Partial<Record<NoticeKind, boolean>> = {}) =>
  api.noticeKinds.filter((kind) => change[kind] ?? before.includes(kind))

const changed = (
  before: api.NotificationSettings,
  { declined, emailPace, ...plain }: api.SettingsChange,
) => ({
  ...before,
  ...plain,
  emailPace: { ...before.emailPace, ...emailPace },
  declined: {
    site: withChange(before.declined.site, declined?.site),
    email: withChange(before.declined.email, declined?.email),
    push: withChange(before.declined.push, declined?.push),
  },
})

const changing = ['change-notification-settings']

/** The last fetched settings with pending changes applied. */
export function useSettings() {
  const { data: settings, ...reading } = useQuery({ ...settingsQuery, throwOnError: false })
  const changes = useMutationState({
    filters: { mutationKey: changing, status: 'pending' },
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the key is of one mutation only, below
    select: ({ state }) => state.variables as api.SettingsChange,
  })
  return { ...reading, data: settings && changes.reduce(changed, settings) }
}

/** Saves changes one after the other. `onFailure` is called for each that failed. */
export function useChangeSettings(onFailure: (error: unknown) => void) {
  const client = useQueryClient()
  const { queryKey } = settingsQuery
  return useMutation({
    mutationKey: changing,
    scope: { id: 'notification-settings' },
    mutationFn: (change: api.SettingsChange) => call(api.change, { body: change }),
    onSuccess: (saved, { declined }) => {
      if (declined?.site) void client.invalidateQueries({ queryKey: unreadQuery.queryKey })
      return cacheResponse(client, queryKey, saved)
    },
    onError: onFailure,
  })
}
