import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { formatDollars } from '#ui/dollars.ts'
import { Field } from '#ui/field.tsx'
import { isFocusLost } from '#ui/focus-return.ts'
import { Input } from '#ui/input.tsx'
import { OfficialCard } from '#ui/official-card.tsx'
import { useFollowingFocus } from '#ui/use-following-focus.ts'
import { invalidCodeReason, showInvalidCode } from './invalid-code-toast.ts'
import { type AppliedCode, canApply, normalizePromoCode } from './promo-code.ts'
import { validatePromoCode } from './requests.ts'

type Props = { applied: AppliedCode | null; onChange: (applied: AppliedCode | null) => void }

export function PromoBox({ applied, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const [wasRemoved, setRemoved] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const remove = useRef<HTMLButtonElement>(null)
  // The field and the button replace each other.
  const follow = useFollowingFocus(applied !== null, () => (applied ? remove : field).current)
  const check = useMutation({
    mutationFn: validatePromoCode,
    onSuccess(code) {
      follow()
      onChange(code)
    },
    onError(error) {
      showInvalidCode(error)
      if (isFocusLost()) field.current?.focus()
    },
  })
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (canApply(typed) && !check.isPending) check.mutate(normalizePromoCode(typed))
  }
  return (
    <div className="surface flex flex-wrap items-center gap-x-4 gap-y-3 p-5">
      {applied ? <OfficialCard colour="green" className="text-lg" /> : null}
      {/* Always mounted: a live region that appears together with its text may not be read out. */}
      <output className={applied ? 'min-w-0 flex-1' : 'sr-only'}>
        {applied ? (
          <>
            <span className="board font-bold break-all">{applied.code}</span> takes{' '}
            {formatDollars(applied.discountAmount)} off. You pay {formatDollars(applied.finalPrice)}. Then{' '}
            {formatDollars(applied.renewalPrice)} a month.
          </>
        ) : wasRemoved ? (
          'The code was removed.'
        ) : null}
      </output>
      {applied ? (
        <Button
          ref={remove}
          kind="outline"
          onClick={() => {
            follow()
            setRemoved(true)
            onChange(null)
          }}
        >
          Remove
        </Button>
      ) : (
        <form onSubmit={submit} aria-label="Promo code" className="flex w-full items-start gap-3">
          <div className="min-w-0 flex-1">
            <Field label="Promo code" error={check.error && invalidCodeReason(check.error)}>
              {(c) => (
                <Input
                  {...c}
                  ref={field}
                  name="promoCode"
                  autoComplete="off"
                  autoCapitalize="characters"
                  spellCheck={false}
                  maxLength={100}
                  className="board uppercase"
                  value={typed}
                  onChange={(event) => {
                    setTyped(event.target.value)
                    if (check.error) check.reset()
                  }}
                />
              )}
            </Field>
          </div>
          <Button
            type="submit"
            kind="outline"
            className="mt-[1.625rem]"
            disabled={!canApply(typed) || check.isPending}
          >
            {check.isPending ? 'Applying...' : 'Apply'}
          </Button>
        </form>
      )}
    </div>
  )
}
