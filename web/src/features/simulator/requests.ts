import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as api from '@touchline/contract/simulator.ts'
import type { Leap, SimulatedFailure } from '@touchline/contract/simulator.ts'
import { call } from '#api/call.ts'

const all = ['rehearsal'] as const

const followEveryMs = 1000
const lookEveryMs = 15_000

/** A failed poll keeps the data on screen until the next one. */
const isFirst = (_error: Error, { state }: { state: { data: unknown } }) => state.data === undefined

export const simulatorQuery = queryOptions({
  queryKey: [...all, 'shown'],
  queryFn: ({ signal }) => call(api.show, { signal }),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.run?.state === 'running' ? followEveryMs : lookEveryMs),
  throwOnError: isFirst,
})

/** The members and payments to choose from. Refetched on each opening and after the run `runId`. */
export const choicesQuery = (runId: string | null) =>
  queryOptions({
    queryKey: [...all, 'choices', runId],
    queryFn: ({ signal }) => call(api.choices, { signal }),
    staleTime: 0,
    throwOnError: isFirst,
  })

export function useAdvance() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (by: Leap) => call(api.advance, { body: { by } }),
    onSettled: () => client.invalidateQueries({ queryKey: simulatorQuery.queryKey }),
  })
}

export function useCauseFailure() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (trouble: SimulatedFailure) => call(api.causeFailure, { body: trouble }),
    onSettled: () => client.invalidateQueries({ queryKey: all }),
  })
}
