import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as api from '@touchline/contract/held-comments.ts'
import * as tips from '@touchline/contract/held-tips.ts'
import { errorMessage } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { toast } from '#ui/toast-store.ts'

const held = ['moderation', 'held'] as const

export const heldQueue = infiniteQueryOptions({
  queryKey: [...held, 'queue'] as const,
  queryFn: ({ pageParam: after, signal }) => call(api.queue, { query: { after }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last) => (last.hasMore ? last.comments.at(-1)?.id : undefined),
  staleTime: 0,
  throwOnError: false,
})

export const holdRulesQuery = queryOptions({
  queryKey: ['hold-rules'],
  queryFn: ({ signal }) => call(api.rules, { signal }),
  staleTime: 0,
  throwOnError: false,
})

export const heldMessages = queryOptions({
  queryKey: [...held, 'tip-messages'] as const,
  queryFn: ({ signal }) => call(tips.queue, { signal }),
  staleTime: 0,
  throwOnError: false,
})

/** Decides about a held comment or message; the queues are read again, even after a failure. */
export function useDecision(kind: 'comment' | 'tip') {
  const { approve, reject } = kind === 'tip' ? tips : api
  const client = useQueryClient()
  const isExpired = useExpiredSession()
  return useMutation({
    mutationFn: ({ id, answer }: { id: string; answer?: string }) =>
      answer === undefined
        ? call(approve, { params: { id } })
        : call(reject, { params: { id }, body: { answer } }),
    onError: (error) => {
      if (isExpired(error)) return
      toast({ title: errorMessage(error, 'That did not work. Please try again.'), kind: 'destructive' })
    },
    onSettled() {
      void client.invalidateQueries({ queryKey: ['open-work'] })
      return client.invalidateQueries({ queryKey: held })
    },
  })
}
