import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type * as contract from '@touchline/contract/notifications.ts'
import { call } from '#api/call.ts'
import { endpointPath } from '#api/endpoint-path.ts'

/** Without their schemas, to keep the page small. */
export const unsubscribeCalls: Pick<typeof contract, 'showUnsubscribe' | 'unsubscribe' | 'resubscribe'> = {
  showUnsubscribe: endpointPath('GET', '/api/unsubscribe'),
  unsubscribe: endpointPath('POST', '/unsubscribe'),
  resubscribe: endpointPath('DELETE', '/api/unsubscribe'),
}

const linkQuery = (letter: string) =>
  queryOptions({
    queryKey: ['unsubscribe-link', letter],
    queryFn: ({ signal }) => call(unsubscribeCalls.showUnsubscribe, { query: { letter }, signal }),
    retry: false,
  })

export function useUnsubscribeLink(letter: string) {
  const client = useQueryClient()
  const { queryKey } = linkQuery(letter)
  const shown = useQuery({ ...linkQuery(letter), throwOnError: false })
  const change = useMutation({
    mutationFn: (isDeclined: boolean) =>
      call(isDeclined ? unsubscribeCalls.unsubscribe : unsubscribeCalls.resubscribe, { query: { letter } }),
    onSuccess: (now) => client.setQueryData(queryKey, now),
  })
  return { shown, change }
}
