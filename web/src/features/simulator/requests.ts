import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as api from '@touchline/contract/simulator.ts'
import type { Leap, SimulatedFailure } from '@touchline/contract/simulator.ts'
import { call } from '#api/call.ts'

const all = ['rehearsal'] as const

/** While the clock is being moved the page follows it; else it looks now and then what others did. */
const followEveryMs = 1000
const lookEveryMs = 15_000

/** A failed reading of what is shown already is waited out: the next one comes by itself. */
const isFirst = (_error: Error, { state }: { state: { data: unknown } }) => state.data === undefined

/** How the rehearsal stands. */
export const simulatorQuery = queryOptions({
  queryKey: [...all, 'shown'],
  queryFn: ({ signal }) => call(api.show, { signal }),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.run?.state === 'running' ? followEveryMs : lookEveryMs),
  throwOnError: isFirst,
})

/** Members and payments to choose from, read anew at every opening and after `runId` has ended. */
export const choicesQuery = (runId: string | null) =>
  queryOptions({
    queryKey: [...all, 'choices', runId],
    queryFn: ({ signal }) => call(api.choices, { signal }),
    staleTime: 0,
    throwOnError: isFirst,
  })

/** Moves the clock. */
export function useAdvance() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (by: Leap) => call(api.advance, { body: { by } }),
    onSettled: () => client.invalidateQueries({ queryKey: simulatorQuery.queryKey }),
  })
}

/** Makes trouble; what that changes is read again. */
export function useCauseFailure() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (trouble: SimulatedFailure) => call(api.causeFailure, { body: trouble }),
    onSettled: () => client.invalidateQueries({ queryKey: all }),
  })
}
