import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useExpiredSession } from '#session/expired-session.ts'
import { finishMethod } from './finish-method.ts'
import { sayNotSaved, whyFailed } from './payment-toasts.ts'
import { refreshMembership } from './requests.ts'

/** Finishes what somebody confirmed in a wallet on a phone, which led back here with the id in the address. */
export function useReturnedMethod(setupIntentId: string | undefined, onFinished: () => void) {
  const client = useQueryClient()
  const isExpired = useExpiredSession()
  const finish = useMutation({
    mutationFn: finishMethod,
    onError(error) {
      if (!isExpired(error)) sayNotSaved(whyFailed(error))
    },
    async onSettled() {
      onFinished()
      await refreshMembership(client).catch(() => undefined)
    },
  })
  const begin = useEffectEvent((id: string) => finish.mutate(id))
  useEffect(() => {
    if (setupIntentId) begin(setupIntentId)
  }, [setupIntentId])
}
