import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { endOtherSessions, endSession, sessions } from '@touchline/contract/accounts.ts'
import * as twoFactor from '@touchline/contract/two-factor.ts'
import { call } from '#api/call.ts'

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call(sessions, { signal }),
  // Other browsers sign in and out without an event to this page.
  staleTime: 0,
})

/** Signs out one browser of the person, or all others with null. */
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

export function useTwoFactorChange<Given, Answer>(change: (given: Given) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    // Only this exact key: the setup query below it would request another secret and be refused.
    onSuccess: () => client.invalidateQueries({ queryKey: twoFactorQuery.queryKey, exact: true }),
  })
}
