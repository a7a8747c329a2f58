import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as api from '@touchline/contract/payouts.ts'
import type { LineGroup, Statement, Terms } from '@touchline/contract/payouts.ts'
import { isNotFound } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { throwUnlessShown } from '#api/throw-unless-shown.ts'

const all = ['payouts'] as const
const linesPerPage = 20
const pollEveryMs = 5000

const isOnItsWay = ({ state, payout }: Statement) =>
  payout?.method === 'transfer' && (state === 'approved' || state === 'sending')

export const overview = infiniteQueryOptions({
  queryKey: [...all, 'overview'] as const,
  queryFn: ({ pageParam: before, signal }) =>
    call(api.overview, { query: before === '' ? {} : { before }, signal }),
  initialPageParam: '',
  getNextPageParam: ({ hasMore, statements }) => (hasMore ? statements.at(-1)?.month : undefined),
  // Amounts change without any action on this page.
  staleTime: 0,
  throwOnError: throwUnlessShown(isNotFound),
})

export const statementQuery = (id: string) =>
  queryOptions({
    queryKey: [...all, 'statement', id] as const,
    queryFn: ({ signal }) => call(api.show, { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && isOnItsWay(data.statement) ? pollEveryMs : false),
    throwOnError: throwUnlessShown(isNotFound),
  })

/** Lines of one group; the id `running` means lines that are not on a statement yet. */
export const linesQuery = (id: string, group: LineGroup) =>
  infiniteQueryOptions({
    queryKey: [...all, 'lines', id, group] as const,
    queryFn: ({ pageParam: before, signal }) =>
      call(api.lines, {
        params: { id },
        query: { group, limit: linesPerPage, ...(before === '' ? {} : { before }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
    throwOnError: false,
  })

export const termsQuery = queryOptions({
  queryKey: [...all, 'terms'] as const,
  queryFn: ({ signal }) => call(api.showTerms, { signal }),
  staleTime: 0,
  throwOnError: throwUnlessShown(isNotFound),
})

export const accountQuery = queryOptions({
  queryKey: [...all, 'account'] as const,
  queryFn: ({ signal }) => call(api.showAccount, { signal }),
  throwOnError: throwUnlessShown(isNotFound),
})

export const csvAddress = (id: string) => api.csv.path.replace(':id', encodeURIComponent(id))

/** A change to payouts. Whatever the outcome, all payout queries are refetched. */
function usePayoutChange<Input>(change: (input: Input) => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: all }),
  })
}

export const useApprove = () =>
  usePayoutChange(({ id, payableCents }: Statement) =>
    call(api.approve, { params: { id }, body: { expectedCents: payableCents } }),
  )
export const useRecord = () =>
  usePayoutChange(({ id, reference }: { id: string; reference: string }) =>
    call(api.record, { params: { id }, body: { reference } }),
  )
export const useSendByHand = () => usePayoutChange((id: string) => call(api.sendByHand, { params: { id } }))
export const useReversePayout = () => usePayoutChange((id: string) => call(api.takeBack, { params: { id } }))
export const useChangeTerms = () => usePayoutChange((body: Partial<Terms>) => call(api.changeTerms, { body }))
export const useSetAccount = () =>
  usePayoutChange((accountId: string | null) => call(api.setAccount, { body: { accountId } }))
export const useMakeTestAccount = () => usePayoutChange(() => call(api.makeTestAccount))
