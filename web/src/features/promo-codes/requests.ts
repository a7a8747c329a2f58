import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as api from '@touchline/contract/promo-codes.ts'
import { call } from '#api/call.ts'
import { throwUnlessShown } from '#api/throw-unless-shown.ts'

const promoCodes = ['promo-codes'] as const

export const promoCodeList = queryOptions({
  queryKey: [...promoCodes, 'list'] as const,
  queryFn: ({ signal }) => call(api.list, { signal }),
  staleTime: 0,
  throwOnError: throwUnlessShown(),
})

export const promoCodeUses = (code: string) =>
  infiniteQueryOptions({
    queryKey: [...promoCodes, 'uses', code] as const,
    queryFn: ({ pageParam: before, signal }) =>
      call(api.uses, { params: { code }, query: before ? { before } : {}, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => (last.hasMore ? last.uses.at(-1)?.id : undefined),
    staleTime: 0,
    throwOnError: false,
  })

function useCodeChange<Given>(change: (given: Given) => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: promoCodes }),
  })
}

export const useCreateCode = () => useCodeChange((body: api.NewPromoCode) => call(api.create, { body }))

export const useChangeCode = (code: string) =>
  useCodeChange((body: api.PromoCodeChange) => call(api.change, { params: { code }, body }))

export const useEndCode = () => useCodeChange((code: string) => call(api.end, { params: { code } }))
