import { lazy, Suspense } from 'react'
import { Skeleton } from '#ui/skeleton.tsx'
import { notAvailable } from './open-provider.ts'
import type { PaymentMethodState } from './use-method.ts'

const SandboxFields = lazy(async () => ({
  default: (await import('./sandbox-fields.tsx')).SandboxFields,
}))
const ElementsPlace = lazy(async () => ({ default: (await import('./elements-place.tsx')).ElementsPlace }))

/** The sandbox fields or Stripe's; each site loads only its kind. */
export function PaymentMethodFields({
  method,
  disabled = false,
}: {
  method: PaymentMethodState
  disabled?: boolean
}) {
  if (!method.isAvailable)
    return <output className="rounded-control border border-line bg-bench p-4">{notAvailable}</output>
  const Fields = method.payments.provider === 'stripe' ? ElementsPlace : SandboxFields
  return (
    <Suspense fallback={<Skeleton className="h-80" />}>
      <Fields method={method} disabled={disabled} />
    </Suspense>
  )
}
