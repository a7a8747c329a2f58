import { clsx } from 'clsx'
import { useEffect, useEffectEvent, useId } from 'react'
import { CardForm } from './card-form.tsx'
import type { TypedMethod } from './open-provider.ts'
import type { PaymentMethodState } from './use-method.ts'
import { type TypedFields, useTypedMethod } from './use-typed-method.ts'

const labels: Record<TypedMethod['type'], string> = { card: 'Card', cashapp: 'Cash App' }

type Props = { method: PaymentMethodState; disabled: boolean }

export function SandboxFields({ method: { payments, hold }, disabled }: Props) {
  const typed = useTypedMethod(payments.methods)
  const passReader = useEffectEvent(() => hold(typed.read))
  useEffect(() => passReader())
  return (
    <div className="grid gap-5">
      {typed.kinds.length > 1 ? <KindChoice method={typed} disabled={disabled} /> : null}
      {typed.kind === 'card' ? (
        <CardForm method={typed} disabled={disabled} />
      ) : (
        <p className="rounded-control border border-line bg-bench p-4 text-sm">
          You confirm the payment in Cash App. On a phone it opens by itself and brings you back here.
        </p>
      )}
    </div>
  )
}

function KindChoice({ method, disabled }: { method: TypedFields; disabled: boolean }) {
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
              className="tick"
            />
            {labels[kind]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
