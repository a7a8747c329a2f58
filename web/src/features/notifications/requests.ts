import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as api from '@touchline/contract/notifications.ts'
import { call } from '#api/call.ts'

export const settingsQuery = queryOptions({
  queryKey: ['notification-settings'],
  queryFn: ({ signal }) => call(api.show, { signal }),
})

export type Wish = Pick<api.NotificationSettings, 'email' | 'push' | 'marketing' | 'declined'>

/** Changes what the person wants; it shows at once, and goes back when it could not be kept. */
export function useChangeSettings() {
  const client = useQueryClient()
  const { queryKey } = settingsQuery
  return useMutation({
    mutationFn: ({ email, push, marketing, declined }: Wish) =>
      call(api.change, { body: { email, push, marketing, declined } }),
    async onMutate(wish) {
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      if (before) client.setQueryData(queryKey, { ...before, ...wish })
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
