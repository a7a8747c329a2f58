import { type PromoCode, promoCodeChange } from '@touchline/contract/promo-codes.ts'
import { useState } from 'react'
import { useFormProblems } from '#session/use-form-problems.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { fromLocalMinute, toLocalMinute } from '#ui/local-minute.ts'
import { useChangeCode } from './requests.ts'

const localMinuteOf = (at: string | null) => (at === null ? '' : toLocalMinute(Date.parse(at)))

export function EditCodeDialog({ code: promo, onClose }: { code: PromoCode; onClose: () => void }) {
  const [form, setForm] = useState({
    campaign: promo.campaign,
    maxUses: promo.maxUses === null ? '' : String(promo.maxUses),
    until: localMinuteOf(promo.expiresAt),
  })
  const { problems, clear, check, showError } = useFormProblems(
    'The code could not be changed. Please try again.',
  )
  const save = useChangeCode(promo.code)
  const text = (name: keyof typeof form) => ({
    value: form[name],
    onChange: ({ target }: { target: { value: string } }) => {
      setForm({ ...form, [name]: target.value })
      clear()
    },
  })
  const submit = () => {
    const { campaign, maxUses, until } = form
    // The field has no seconds: an unchanged date stays as it is.
    const isSameDate = until === localMinuteOf(promo.expiresAt)
    const values = check(promoCodeChange, {
      campaign,
      maxUses: maxUses.trim() === '' ? null : Number(maxUses),
      expiresAt: isSameDate ? promo.expiresAt : fromLocalMinute(until),
    })
    if (values) save.mutate(values, { onSuccess: onClose, onError: showError })
  }
  return (
    <FormDialog
      title={`Edit ${promo.code}`}
      description={`Used ${promo.redeemed} ${promo.redeemed === 1 ? 'time' : 'times'} so far. The discount stays as it is.`}
      onClose={onClose}
      submit={{ label: save.isPending ? 'Saving...' : 'Save', isDisabled: save.isPending }}
      onSubmit={submit}
    >
      <Field
        label="Campaign"
        description="For you alone: where the code is shared."
        error={problems['campaign']}
      >
        {(control) => <Input {...control} autoComplete="off" {...text('campaign')} />}
      </Field>
      <Field label="Uses at most" description="Empty for no limit." error={problems['maxUses']}>
        {(control) => <Input {...control} inputMode="numeric" autoComplete="off" {...text('maxUses')} />}
      </Field>
      <Field label="Works until" description="Empty for no end." error={problems['expiresAt']}>
        {(control) => <Input {...control} type="datetime-local" {...text('until')} />}
      </Field>
      <FormError>{problems['form']}</FormError>
    </FormDialog>
  )
}
