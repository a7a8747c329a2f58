import { clsx } from 'clsx'
import { useId } from 'react'
import { CardForm } from './card-form.tsx'
import { type MethodChoice, notAvailable } from './provider.ts'
import type { PaymentMethodState } from './use-method.ts'

const labels: Record<MethodChoice['type'], string> = { card: 'Card', cashapp: 'Cash App' }

/** How to pay: the choice between methods where there is one, and the fields of the chosen method. */
export function PaymentMethodFields({
  method,
  disabled,
}: {
  method: PaymentMethodState
  disabled?: boolean
}) {
  if (!method.ready)
    return <output className="rounded-control border border-line bg-bench p-4">{notAvailable}</output>
  return (
    <div className="grid gap-5">
      {method.kinds.length > 1 ? <KindChoice method={method} disabled={disabled} /> : null}
      {method.kind === 'card' ? (
        <CardForm method={method} disabled={disabled} />
      ) : (
        <p className="rounded-control border border-line bg-bench p-4 text-sm">
          You confirm the payment in Cash App. On a phone it opens by itself and brings you back here.
        </p>
      )}
    </div>
  )
}

function KindChoice({ method, disabled }: { method: PaymentMethodState; disabled: boolean | undefined }) {
  const name = useId()
  return (
    <fieldset disabled={disabled}>
      <legend className="mb-1.5 text-sm font-semibold">Payment method</legend>
      <div className="grid grid-cols-2 gap-3">
        {method.kinds.map((kind) => (
          <label
            key={kind}
            className={clsx(
              'relative flex min-h-12 cursor-pointer items-center gap-2.5 rounded-control border px-3 font-semibold whitespace-nowrap sm:px-4',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-turf',
              method.kind === kind ? 'border-turf bg-bench' : 'border-edge text-muted hover:text-chalk',
            )}
          >
            <input
              type="radio"
              name={name}
              value={kind}
              checked={method.kind === kind}
              onChange={() => method.choose(kind)}
              className="size-5 accent-turf"
            />
            {labels[kind]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
