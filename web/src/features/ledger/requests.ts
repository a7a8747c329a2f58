import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useIsMutating,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import * as api from '@touchline/contract/ledger.ts'
import type { Alert } from '@touchline/contract/ledger.ts'
import { call } from '#api/call.ts'
import { cacheResponse } from '#api/stale-reads.ts'
import { renewPages } from '#api/renew-pages.ts'
import { throwUnlessShown } from '#api/throw-unless-shown.ts'

const books = ['books'] as const
const alerts = ['alerts'] as const
const payments = ['payments'] as const

export type AlertState = 'open' | 'resolved'

export const lastBooks = queryOptions({
  queryKey: books,
  queryFn: ({ signal }) => call(api.books, { signal }),
  staleTime: 0,
  throwOnError: throwUnlessShown(),
})

export const alertList = (state: AlertState) =>
  infiniteQueryOptions({
    queryKey: [...alerts, state] as const,
    queryFn: ({ pageParam: before, signal }) =>
      call(api.alerts, { query: { state, ...(before ? { before } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => (last.hasMore ? last.alerts.at(-1)?.id : undefined),
    staleTime: 0,
    placeholderData: keepPreviousData,
    throwOnError: throwUnlessShown(),
  })

export const paymentList = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...payments, search] as const,
    queryFn: ({ pageParam: before, signal }) =>
      call(api.payments, { query: { search, ...(before ? { before } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => (last.hasMore ? last.payments.at(-1)?.id : undefined),
    staleTime: 0,
    placeholderData: keepPreviousData,
    throwOnError: throwUnlessShown(),
  })

export function useCheckBooks() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.checkBooks),
    onSuccess: async (checked) => {
      await cacheResponse(client, lastBooks.queryKey, checked)
      return renewPages(client, alerts)
    },
  })
}

export function useResolveAlert({ id }: Alert) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (note: string) => call(api.resolveAlert, { params: { id }, body: { note } }),
    onSettled: () => renewPages(client, alerts),
  })
}

export function useRetryEvent({ id }: Alert) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.retryEvent, { params: { id } }),
    onSettled: () => renewPages(client, alerts),
  })
}

type RefundWish = { amountCents: number; reason: string; key: string }

const refundKey = (paymentId: string) => ['refund', paymentId] as const

/** True while any dialog is refunding this payment. */
export const useIsRefunding = (paymentId: string) => useIsMutating({ mutationKey: refundKey(paymentId) }) > 0

/** Refunds a payment. The list is refetched immediately, and again when the ledger may have the refund. */
export function useRefund(paymentId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: refundKey(paymentId),
    mutationFn: ({ amountCents, reason, key }: RefundWish) =>
      call(api.refund, {
        params: { id: paymentId },
        body: { amountCents, ...(reason ? { reason } : {}) },
        headers: { 'idempotency-key': key },
      }),
    onSettled: () => renewPages(client, payments),
  })
}
