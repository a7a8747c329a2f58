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

const linkQuery = (token: string) =>
  queryOptions({
    queryKey: ['unsubscribe-link', token],
    queryFn: ({ signal }) => call(unsubscribeCalls.showUnsubscribe, { query: { letter: token }, signal }),
    retry: false,
  })

export function useUnsubscribeLink(token: string) {
  const client = useQueryClient()
  const { queryKey } = linkQuery(token)
  const shown = useQuery({ ...linkQuery(token), throwOnError: false })
  const change = useMutation({
    mutationFn: (isDeclined: boolean) =>
      call(isDeclined ? unsubscribeCalls.unsubscribe : unsubscribeCalls.resubscribe, {
        query: { letter: token },
      }),
    onSuccess: (now) => client.setQueryData(queryKey, now),
  })
  return { shown, change }
}
