import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import * as api from '@touchline/contract/tips.ts'
import type { Tip, TipFilter } from '@touchline/contract/tips.ts'
import { ApiError, isSubscriptionRequired } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { renewPages } from '#api/renew-pages.ts'
import { throwUnlessShown } from '#api/throw-unless-shown.ts'

const tipPageSize = 10
const recentCount = 5
const receivedEveryMs = 30_000

const allTips = ['tips'] as const
const receivedTips = [...allTips, 'received'] as const
const sentTips = [...allTips, 'sent'] as const

type TipPage = { tips: Tip[]; hasMore: boolean; total: number }

const nextPage = (last: TipPage, pages: TipPage[]) => (last.hasMore ? pages.length + 1 : undefined)

export const tipsReceived = ({ search, filter }: { search: string; filter: TipFilter }) =>
  infiniteQueryOptions({
    queryKey: [...receivedTips, { search, filter }] as const,
    queryFn: ({ pageParam: page, signal }) =>
      call(api.received, { query: { page, limit: tipPageSize, search, filter }, signal }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    // Tip lists refetch only while on screen.
    staleTime: 0,
    refetchInterval: receivedEveryMs,
    placeholderData: keepPreviousData,
    throwOnError: throwUnlessShown(isSubscriptionRequired),
  })

export const recentTips = queryOptions({
  queryKey: [...receivedTips, 'recent'] as const,
  queryFn: ({ signal }) =>
    call(api.received, { query: { page: 1, limit: recentCount, search: '', filter: 'most_recent' }, signal }),
  staleTime: 0,
  refetchInterval: receivedEveryMs,
  throwOnError: false,
})

export const tipsSent = infiniteQueryOptions({
  queryKey: sentTips,
  queryFn: ({ pageParam: page, signal }) => call(api.sent, { query: { page, limit: tipPageSize }, signal }),
  initialPageParam: 1,
  getNextPageParam: nextPage,
  staleTime: 0,
  throwOnError: throwUnlessShown(isSubscriptionRequired),
})

/** Tips of all loaded pages without duplicates: a new tip shifts others to later pages. */
export const toTips = (pages: TipPage[]) => [
  ...new Map(pages.flatMap(({ tips }) => tips).map((tip) => [tip.id, tip])).values(),
]

/** The payment method for tips. Always refetched, as it may change on another device. */
export const tipMethodQuery = queryOptions({
  queryKey: ['tipMethod'],
  queryFn: ({ signal }) => call(api.method, { signal }),
  staleTime: 0,
  gcTime: 0,
  throwOnError: false,
})

export const renewTips = (client: QueryClient) => renewPages(client, allTips)

export function useAcknowledge() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (tipId: string) => call(api.acknowledge, { params: { id: tipId } }),
    onSuccess: () => renewTips(client),
  })
}

export type TipCard = { brand: string; last4: string } | null

/** An open tip; `clientSecret` is set while the bank requires confirmation. */
export type OpenTip = { id: string; card: TipCard; clientSecret: string | null }

export type TipOutcome =
  | { status: 'completed' }
  | { status: 'failed'; card: TipCard; error: string }
  | { status: 'requires_action' | 'pending' | 'processing'; tip: OpenTip }

/** Why sending failed. `isSettled`: nothing was charged, so the next attempt is a new tip. */
export type TipRefusal = { needsMethod: boolean; isSettled: boolean }

/** A tip to send: `amount` in dollars, and the sender. */
export type TipSubmission = { amount: number; message: string; senderId: string }

function toOutcome(
  { tip, status }: { tip: Tip; status: Tip['status'] },
  open: Omit<OpenTip, 'id'>,
): TipOutcome {
  if (status === 'completed') return { status }
  if (status === 'failed') return { status, card: open.card, error: 'The payment was not completed.' }
  return { status, tip: { ...open, id: tip.id } }
}

type Sending = Omit<TipSubmission, 'senderId'> & { key: string; signal: AbortSignal }

/** Sends a tip of `amount` dollars. Rejects when it was refused without a charge, or without a response. */
export async function sendTip({ amount, message, key, signal }: Sending): Promise<TipOutcome> {
  try {
    const reply = await call(api.send, {
      body: { amount, ...(message ? { message } : {}) },
      headers: { 'idempotency-key': key },
      signal,
    })
    return toOutcome(reply, { card: reply.cardInfo, clientSecret: reply.clientSecret ?? null })
  } catch (error) {
    const declined = toDecline(error)
    if (declined) return declined
    throw error
  }
}

function toDecline(error: unknown): TipOutcome | null {
  if (!(error instanceof ApiError) || error.status !== 402) return null
  const card: TipCard = error.body.cardInfo ?? null
  return { status: 'failed', card, error: error.serverMessage ?? 'The payment was declined.' }
}

/** Refreshes an open tip from the provider. */
export const checkTip = async (tip: OpenTip): Promise<TipOutcome> =>
  toOutcome(await call(api.refresh, { params: { id: tip.id } }), tip)

/** Only 400 and 409 are about the tip: a rate limit, for example, says nothing about an earlier attempt. */
export const toRefusal = (error: unknown): TipRefusal => ({
  needsMethod: error instanceof ApiError && error.code === 'no_payment_method',
  isSettled: error instanceof ApiError && (error.status === 400 || error.status === 409),
})
