import { type GateCode, newGateCode } from '@touchline/contract/admissions.ts'
import { useState } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { useFormProblems } from '#session/use-form-problems.ts'
import { Badge, type BadgeLook } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { localDay } from '#ui/dates.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { fromLocalMinute } from '#ui/local-minute.ts'
import { toast } from '#ui/toast-store.ts'
import { useCreateGateCode, useEndGateCode } from './admissions-requests.ts'

const states: Record<GateCode['state'], { text: string; look: BadgeLook }> = {
  active: { text: 'Active', look: 'turf' },
  used_up: { text: 'Used up', look: 'caution' },
  expired: { text: 'Expired', look: 'line' },
  ended: { text: 'Ended', look: 'line' },
}

export function GateCodesSection({ codes }: { codes: GateCode[] }) {
  const [isMaking, setMaking] = useState(false)
  return (
    <Card aria-labelledby="gate-codes-title">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="gate-codes-title" className="text-xl">
          Codes
        </h2>
        <Button kind="outline" aria-haspopup="dialog" onClick={() => setMaking(true)}>
          New Code
        </Button>
      </div>
      {codes.length === 0 ? (
        <p className="mt-3 text-muted">
          No codes yet. Give each partner one of their own, and see who brings people.
        </p>
      ) : (
        <ul className="mt-3 divide-y divide-line">
          {codes.map((code) => (
            <CodeRow key={code.id} code={code} />
          ))}
        </ul>
      )}
      {isMaking ? <NewGateCodeDialog onClose={() => setMaking(false)} /> : null}
    </Card>
  )
}

function CodeRow({
  code: { id, name, code, campaign, state, uses, maxUses, expiresAt },
}: {
  code: GateCode
}) {
  const isExpired = useExpiredSession()
  const end = useEndGateCode()
  const { text, look } = states[state]
  const endNow = () =>
    end.mutate(id, {
      onError: (error) => {
        if (isExpired(error)) return
        const description = errorMessage(error, 'The code could not be ended. Please try again.')
        toast({ title: 'Not Ended', description, kind: 'destructive' })
      },
    })
  const facts = [
    `Opened ${uses} ${uses === 1 ? 'time' : 'times'}${maxUses === null ? '' : ` of ${maxUses}`}`,
    campaign,
    expiresAt && `until ${localDay(expiresAt)}`,
  ]
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
          <bdi>{name}</bdi> <span className="board break-all">{code}</span> <Badge look={look}>{text}</Badge>
        </p>
        <p dir="auto" className="mt-1 text-sm wrap-anywhere text-muted">
          {facts.filter(Boolean).join(' · ')}
        </p>
      </div>
      {state === 'ended' ? null : (
        <Button kind="outline" aria-label={`End ${name}`} disabled={end.isPending} onClick={endNow}>
          End
        </Button>
      )}
    </li>
  )
}

const empty = { name: '', code: '', campaign: '', maxUses: '', until: '' }
type Form = typeof empty

const toBody = ({ name, code, campaign, maxUses, until }: Form) => ({
  name,
  code,
  campaign,
  maxUses: maxUses.trim() === '' ? null : Number(maxUses),
  expiresAt: until === '' ? null : fromLocalMinute(until),
})

function NewGateCodeDialog({ onClose }: { onClose: () => void }) {
  const [form, setForm] = useState<Form>(empty)
  const { problems, clear, check, showError } = useFormProblems(
    'The code could not be made. Please try again.',
  )
  const create = useCreateGateCode()
  const text = (name: keyof Form) => ({
    value: form[name],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => {
      setForm({ ...form, [name]: target.value })
      clear()
    },
  })
  const submit = () => {
    const values = check(newGateCode, toBody(form))
    if (values) create.mutate(values, { onSuccess: onClose, onError: showError })
  }
  return (
    <FormDialog
      title="New Gate Code"
      description="Each browser that enters with it counts as one use until that browser is closed."
      onClose={onClose}
      submit={{ label: create.isPending ? 'Making...' : 'Make Code', isDisabled: create.isPending }}
      onSubmit={submit}
    >
      <Field label="Name" error={problems['name']} required>
        {(control) => <Input {...control} {...text('name')} />}
      </Field>
      <Field label="Code" description="Upper and lower case are the same." error={problems['code']} required>
        {(control) => <Input {...control} maxLength={40} {...text('code')} />}
      </Field>
      <Field label="Campaign" error={problems['campaign']}>
        {(control) => <Input {...control} {...text('campaign')} />}
      </Field>
      <Field label="Uses at most" description="Empty for no limit." error={problems['maxUses']}>
        {(control) => <Input {...control} inputMode="numeric" {...text('maxUses')} />}
      </Field>
      <Field label="Works until" description="Empty for no end." error={problems['expiresAt']}>
        {(control) => <Input {...control} type="datetime-local" {...text('until')} />}
      </Field>
      <FormError>{problems['form']}</FormError>
    </FormDialog>
  )
}
