import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { PaymentMethodState } from './use-method.ts'

const elementsQuery = (publishableKey: string) =>
  queryOptions({
    queryKey: ['payments', 'elements', publishableKey],
    queryFn: async () => {
      const [{ ElementsFields }, { loadedStripe }] = await Promise.all([
        import('./elements-fields.tsx'),
        import('./stripe-js.ts'),
      ])
      return { ElementsFields, stripe: await loadedStripe(publishableKey) }
    },
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
    // Fail at once, even when the browser believes it is offline.
    networkMode: 'always',
    structuralSharing: false,
    throwOnError: false,
  })

export function ElementsPlace({ method, disabled }: { method: PaymentMethodState; disabled: boolean }) {
  const { data, isFetching, refetch } = useQuery(elementsQuery(method.payments.publishableKey))
  const [{ tries, hasFailed }, setTries] = useState({ tries: 0, hasFailed: false })
  function tryAgain() {
    setTries({ tries: tries + 1, hasFailed: false })
    if (!data) void refetch()
  }
  if (!data && isFetching)
    return (
      <div className="grid justify-items-center gap-4 p-9 text-center text-sm text-muted">
        <Spinner label="One moment" />
        <p>Loading the payment form...</p>
      </div>
    )
  if (!data || hasFailed) return <NotLoaded onTryAgain={tryAgain} />
  const { ElementsFields, stripe } = data
  return (
    <ElementsFields
      key={tries}
      stripe={stripe}
      method={method}
      disabled={disabled}
      onFailure={() => {
        method.hold(null)
        setTries({ tries, hasFailed: true })
      }}
    />
  )
}

function NotLoaded({ onTryAgain }: { onTryAgain: () => void }) {
  return (
    <div role="alert" className="grid gap-4 rounded-control border border-line bg-bench p-4">
      <p className="font-semibold">The payment form could not be loaded.</p>
      <p className="text-sm text-muted">
        It comes from Stripe, our payment provider. Check your connection, or allow js.stripe.com if an ad
        blocker or a privacy setting holds it back. You have not been charged.
      </p>
      <Button kind="outline" className="justify-self-start" onClick={onTryAgain}>
        Try again
      </Button>
    </div>
  )
}
