import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as api from '@touchline/contract/notifications.ts'
import type { NoticeKind } from '@touchline/contract/notifications.ts'
import { call } from '#api/call.ts'

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

/** Changes what the person wants; it shows at once, and goes back when it could not be kept. */
export function useChangeSettings() {
  const client = useQueryClient()
  const { queryKey } = settingsQuery
  return useMutation({
    mutationFn: (wish: api.SettingsChange) => call(api.change, { body: wish }),
    async onMutate(wish) {
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      if (before) client.setQueryData(queryKey, changed(before, wish))
      return before
    },
    onError: (_error, _wish, before) => client.setQueryData(queryKey, before),
    onSuccess: (kept) => client.setQueryData(queryKey, kept),
  })
}

const letterQuery = (letter: string) =>
  queryOptions({
    queryKey: ['letter-link', letter],
    queryFn: ({ signal }) => call(api.shownLetters, { query: { letter }, signal }),
    retry: false,
  })

/** What the link of a letter is about, and how to stop those letters or have them again. */
export function useLetterLink(letter: string) {
  const client = useQueryClient()
  const { queryKey } = letterQuery(letter)
  const shown = useQuery({ ...letterQuery(letter), throwOnError: false })
  const change = useMutation({
    mutationFn: (isDeclined: boolean) =>
      call(isDeclined ? api.stopLetters : api.resumeLetters, { query: { letter } }),
    onSuccess: (now) => client.setQueryData(queryKey, now),
  })
  return { shown, change }
}
