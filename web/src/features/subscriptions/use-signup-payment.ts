import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '#router/router-provider.tsx'
import { useRef, useState } from 'react'
import { ApiError } from '#api/api-error.ts'
import { paths } from '#paths.ts'
import { toast } from '#ui/toast-store.ts'
import { invalidCodeReason, showInvalidCode } from './invalid-code-toast.ts'
import { failureReason } from './payment-toasts.ts'
import type { AppliedCode } from './promo-code.ts'
import type { SignupData } from './signup-data.ts'
import { prepareSignup, savePayment } from './signup-requests.ts'

type Ids = Pick<SignupData, 'paymentIntentId' | 'subscriptionId'>

export function useContinueToSuccess(signup: SignupData) {
  const navigate = useNavigate()
  const client = useQueryClient()
  return async (ids: Ids) => {
    await savePayment(client, { ...signup, ...ids })
    await navigate({ to: paths.paymentSuccess, replace: true })
  }
}

type Prepared = Awaited<ReturnType<typeof prepareSignup>>

function showProblem(error: unknown): string {
  if (error instanceof ApiError && error.code === 'invalid_promo_code') {
    showInvalidCode(error)
    return invalidCodeReason(error)
  }
  const description = failureReason(error)
  toast({ title: 'Unable to set up subscription.', description, kind: 'destructive' })
  return description
}

/**
 * The payment of a signup. A code prepares another payment, which replaces `first`. `begin` returns null when
 * nothing is left to pay, or when it failed because of `problem`.
 */
export function useSignupPayment(signup: SignupData, first: Prepared, applied: AppliedCode | null) {
  const proceed = useContinueToSuccess(signup)
  const latest = useRef<Prepared | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  async function begin(setupIntentId?: string): Promise<string | null> {
    setProblem(null)
    if (!applied && !latest.current) return first.clientSecret
    try {
      latest.current = await prepareSignup(signup, { couponCode: applied?.code, setupIntentId })
    } catch (error) {
      setProblem(showProblem(error))
      return null
    }
    const { clientSecret, subscriptionId } = latest.current
    if (clientSecret === null) await proceed({ subscriptionId })
    return clientSecret
  }
  const paid = (paymentIntentId: string) =>
    proceed({ paymentIntentId, subscriptionId: (latest.current ?? first).subscriptionId })
  return { begin, paid, problem }
}
