import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { endOtherSessions, endSession, sessions } from '@touchline/contract/accounts.ts'
import * as twoFactor from '@touchline/contract/two-factor.ts'
import { call } from '#api/call.ts'

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call(sessions, { signal }),
  // Other browsers come and go without this page hearing of it.
  staleTime: 0,
})

/** Signs out one browser of the person, or with null all but this one. */
export function useEndSessions() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string | null) =>
      id === null ? call(endOtherSessions) : call(endSession, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}

export const twoFactorQuery = queryOptions({
  queryKey: ['two-factor'],
  queryFn: ({ signal }) => call(twoFactor.show, { signal }),
})

/** One change to the second step; how it stands is read anew after it. */
export function useTwoFactorChange<Given, Answer>(change: (given: Given) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    // Not what lies beneath it: the secret that is just being set up would be asked for again, and be refused.
    onSuccess: () => client.invalidateQueries({ queryKey: twoFactorQuery.queryKey, exact: true }),
  })
}
