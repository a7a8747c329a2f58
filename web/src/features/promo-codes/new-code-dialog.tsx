import { newPromoCode } from '@touchline/contract/promo-codes.ts'
import { useState } from 'react'
import { useFormProblems } from '#session/use-form-problems.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { fromLocalMinute } from '#ui/local-minute.ts'
import { Select } from '#ui/select.tsx'
import { useCreateCode } from './requests.ts'

const empty = {
  code: '',
  campaign: '',
  kind: 'percent',
  off: '',
  months: '1',
  maxUses: '',
  until: '',
  oncePerPerson: true,
  oncePerCard: true,
  newMembersOnly: true,
  cardRequired: true,
}
type Form = typeof empty

const numberOf = (typed: string) => (typed.trim() === '' ? null : Number(typed))

/** Numbers that cannot be read become 0, which the contract refuses with its own sentence. */
function toBody({ kind, off, months, until, maxUses, code, campaign, ...rules }: Form) {
  const amount = numberOf(off) ?? 0
  return {
    code,
    campaign,
    percentOff: kind === 'percent' ? amount : null,
    amountOffCents: kind === 'percent' ? null : Math.round(amount * 100),
    months: months === 'all' ? null : Number(months),
    maxUses: numberOf(maxUses),
    expiresAt: until === '' ? null : fromLocalMinute(until),
    ...rules,
    oncePerCard: rules.oncePerPerson && rules.oncePerCard,
  }
}

export function NewCodeDialog({ onClose }: { onClose: () => void }) {
  const [form, setForm] = useState<Form>(empty)
  const { problems, clear, check, showError } = useFormProblems(
    'The code could not be made. Please try again.',
  )
  const create = useCreateCode()
  const change = (changed: Partial<Form>) => {
    setForm({ ...form, ...changed })
    clear()
  }
  const text = (name: 'code' | 'campaign' | 'off' | 'maxUses' | 'until') => ({
    value: form[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  })
  const tick = (name: 'oncePerPerson' | 'oncePerCard' | 'newMembersOnly' | 'cardRequired') => ({
    checked: form[name],
    onChange: (isOn: boolean) => change({ [name]: isOn }),
  })
  const submit = () => {
    const values = check(newPromoCode, toBody(form))
    if (values) create.mutate(values, { onSuccess: onClose, onError: showError })
  }
  return (
    <FormDialog
      title="New Promo Code"
      description="It works as soon as it is made. Its limit and date can be changed later, its discount cannot."
      onClose={onClose}
      submit={{ label: create.isPending ? 'Making...' : 'Make Code', isDisabled: create.isPending }}
      onSubmit={submit}
    >
      <Field label="Code" error={problems['code']} required>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={40}
            {...text('code')}
          />
        )}
      </Field>
      <Field
        label="Campaign"
        description="For you alone: where the code is shared."
        error={problems['campaign']}
      >
        {(control) => <Input {...control} autoComplete="off" {...text('campaign')} />}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Discount in">
          {(control) => (
            <Select {...control} value={form.kind} onChange={({ target }) => change({ kind: target.value })}>
              <option value="percent">Percent</option>
              <option value="dollars">Dollars</option>
            </Select>
          )}
        </Field>
        <Field label="Discount" error={problems['percentOff'] ?? problems['amountOffCents']} required>
          {(control) => <Input {...control} inputMode="decimal" autoComplete="off" {...text('off')} />}
        </Field>
        <Field label="For">
          {(control) => (
            <Select
              {...control}
              value={form.months}
              onChange={({ target }) => change({ months: target.value })}
            >
              <option value="1">The first month</option>
              <option value="2">2 months</option>
              <option value="3">3 months</option>
              <option value="6">6 months</option>
              <option value="12">12 months</option>
              <option value="all">Every month</option>
            </Select>
          )}
        </Field>
        <Field label="Uses at most" description="Empty for no limit." error={problems['maxUses']}>
          {(control) => <Input {...control} inputMode="numeric" autoComplete="off" {...text('maxUses')} />}
        </Field>
      </div>
      <Field label="Works until" description="Empty for no end." error={problems['expiresAt']}>
        {(control) => <Input {...control} type="datetime-local" {...text('until')} />}
      </Field>
      <Checkbox label="Once per person" {...tick('oncePerPerson')} />
      <Checkbox
        label="Once per card"
        disabled={!form.oncePerPerson}
        {...tick('oncePerCard')}
        checked={form.oncePerPerson && form.oncePerCard}
      />
      <Checkbox label="New members only" {...tick('newMembersOnly')} />
      <Checkbox label="Ask for a card when the first month is free" {...tick('cardRequired')} />
      <FormError>{problems['form']}</FormError>
    </FormDialog>
  )
}
