import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { formatDollars } from '#ui/dollars.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { OfficialCard } from '#ui/official-card.tsx'
import { sayInvalidCode } from './invalid-code-toast.ts'
import { type AppliedCode, mayApply, promoCodeFrom } from './promo-rules.ts'
import { validatePromoCode } from './requests.ts'

type Props = { applied: AppliedCode | null; onChange: (applied: AppliedCode | null) => void }

/** Where a promo code is tried; shows what it takes off once it is good. */
export function PromoBox({ applied, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const check = useMutation({
    mutationFn: validatePromoCode,
    onSuccess: onChange,
    onError: sayInvalidCode,
  })
  if (applied)
    return (
      <div className="surface flex flex-wrap items-center gap-4 p-5">
        <OfficialCard colour="green" className="text-lg" />
        <output className="min-w-0 flex-1">
          <span className="board font-bold break-all">{applied.code}</span> takes{' '}
          {formatDollars(applied.discountAmount)} off. You pay {formatDollars(applied.finalPrice)}.
        </output>
        <Button kind="outline" onClick={() => onChange(null)}>
          Remove
        </Button>
      </div>
    )
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (mayApply(typed) && !check.isPending) check.mutate(promoCodeFrom(typed))
  }
  return (
    <form onSubmit={submit} aria-label="Promo code" className="surface flex items-end gap-3 p-5">
      <div className="min-w-0 flex-1">
        <Field label="Promo code">
          {(c) => (
            <Input
              {...c}
              name="promoCode"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={100}
              className="board uppercase"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
      </div>
      <Button type="submit" kind="outline" disabled={!mayApply(typed) || check.isPending}>
        {check.isPending ? 'Applying...' : 'Apply'}
      </Button>
    </form>
  )
}
