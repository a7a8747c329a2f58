import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as api from '@touchline/contract/admissions.ts'
import { call } from '#api/call.ts'
import { throwUnlessShown } from '#api/throw-unless-shown.ts'

const admissions = ['admissions'] as const

export const admissionsQuery = queryOptions({
  queryKey: [...admissions, 'gate'] as const,
  queryFn: ({ signal }) => call(api.show, { signal }),
  staleTime: 0,
  throwOnError: throwUnlessShown(),
})

export const waitlistQuery = infiniteQueryOptions({
  queryKey: [...admissions, 'waitlist'] as const,
  queryFn: ({ pageParam: after, signal }) => call(api.waitlist, { query: after ? { after } : {}, signal }),
  initialPageParam: '',
  getNextPageParam: (last) => (last.hasMore ? last.people.at(-1)?.id : undefined),
  staleTime: 0,
  throwOnError: false,
})

function useGateChange<Given, Answer>(change: (given: Given) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: admissions }),
        client.invalidateQueries({ queryKey: ['open-work'] }),
      ]),
  })
}

export const useChangeGate = () =>
  useGateChange((body: { opensAt: string | null; hasWaitlist: boolean }) => call(api.change, { body }))

export const useCreateGateCode = () =>
  useGateChange((body: api.NewGateCode) => call(api.createCode, { body }))

export const useEndGateCode = () => useGateChange((id: string) => call(api.endCode, { params: { id } }))

export const useInviteWave = () => useGateChange((count: number) => call(api.inviteWave, { body: { count } }))

export const useRemoveWaiting = () =>
  useGateChange((id: string) => call(api.removeWaiting, { params: { id } }))
