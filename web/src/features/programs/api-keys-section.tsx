import { apiRights, type ApiRight, rightTexts } from '@touchline/contract/access.ts'
import { type ApiKey, newApiKey } from '@touchline/contract/api-keys.ts'
import { useState } from 'react'
import { useFormProblems } from '#session/use-form-problems.ts'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { Badge, type BadgeLook } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { localDay, localTime } from '#ui/dates.ts'
import { Field, FieldError } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { fromLocalMinute } from '#ui/local-minute.ts'
import { useCreateKey, useRevokeKey } from './requests.ts'
import { SecretDialog } from './secret-dialog.tsx'
import { useShowFailure } from './use-show-failure.ts'

const states: Record<ApiKey['state'], { text: string; look: BadgeLook }> = {
  active: { text: 'Active', look: 'turf' },
  expired: { text: 'Expired', look: 'line' },
  revoked: { text: 'Revoked', look: 'line' },
}

export function ApiKeysSection({ keys }: { keys: ApiKey[] }) {
  const [isMaking, setMaking] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <Card aria-labelledby="api-keys-title">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="api-keys-title" className="text-xl">
          API Keys
        </h2>
        <Button kind="outline" aria-haspopup="dialog" onClick={() => setMaking(true)}>
          New Key
        </Button>
      </div>
      <p className="mt-3 text-muted">
        A script sends its key as “Authorization: Bearer”. It acts for the admin who made it and ends with
        their role.
      </p>
      <ul className="mt-3 divide-y divide-line empty:hidden">
        {keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} />
        ))}
      </ul>
      {isMaking ? (
        <NewKeyDialog
          onClose={() => setMaking(false)}
          onMade={(made) => {
            setMaking(false)
            setSecret(made)
          }}
        />
      ) : null}
      {secret ? <SecretDialog title="New API Key" secret={secret} onClose={() => setSecret(null)} /> : null}
    </Card>
  )
}

function KeyRow({ apiKey }: { apiKey: ApiKey }) {
  const { id, name, rights, ending, state, createdBy, createdAt, expiresAt, lastUsedAt } = apiKey
  const [isAsking, setAsking] = useState(false)
  const revoke = useRevokeKey()
  const onError = useShowFailure()
  const { text, look } = states[state]
  const facts = [
    `ends with ${ending}`,
    `made by ${createdBy} on ${localDay(createdAt)}`,
    lastUsedAt ? `last used ${localTime(lastUsedAt)}` : 'never used',
    expiresAt && `until ${localDay(expiresAt)}`,
  ]
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
          <bdi>{name}</bdi> <Badge look={look}>{text}</Badge>
        </p>
        <p className="mt-1 text-sm">May {rights.map((right) => rightTexts[right]).join('; ')}</p>
        <p className="mt-1 text-sm wrap-anywhere text-muted">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      {state === 'revoked' ? null : (
        <Button
          kind="outline"
          aria-haspopup="dialog"
          aria-label={`Revoke ${name}`}
          disabled={revoke.isPending}
          onClick={() => setAsking(true)}
        >
          Revoke
        </Button>
      )}
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Revoke ${name}?`}
        description="The program that uses it is refused from now on. A key cannot be made valid again."
        confirmLabel="Revoke Key"
        onConfirm={() => revoke.mutate(id, { onError })}
      />
    </li>
  )
}

type DialogProps = { onClose: () => void; onMade: (secret: string) => void }

function NewKeyDialog({ onClose, onMade }: DialogProps) {
  const [name, setName] = useState('')
  const [rights, setRights] = useState<ApiRight[]>([])
  const [until, setUntil] = useState('')
  const { problems, clear, check, showError } = useFormProblems(
    'The key could not be made. Please try again.',
  )
  const create = useCreateKey()
  const submit = () => {
    const expiresAt = until === '' ? null : fromLocalMinute(until)
    const values = check(newApiKey, { name, rights, expiresAt })
    if (values) create.mutate(values, { onSuccess: ({ secret }) => onMade(secret), onError: showError })
  }
  const changeRight = (right: ApiRight, isOn: boolean) => {
    setRights(apiRights.filter((one) => (one === right ? isOn : rights.includes(one))))
    clear()
  }
  return (
    <FormDialog
      title="New API Key"
      description="Its name and rights cannot be changed later. Give each program a key of its own."
      onClose={onClose}
      submit={{ label: create.isPending ? 'Making...' : 'Make Key', isDisabled: create.isPending }}
      onSubmit={submit}
    >
      <Field label="Name" error={problems['name']} required>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            value={name}
            onChange={({ target }) => {
              setName(target.value)
              clear()
            }}
          />
        )}
      </Field>
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 text-sm font-semibold">It may</legend>
        {apiRights.map((right) => (
          <Checkbox
            key={right}
            label={rightTexts[right]}
            checked={rights.includes(right)}
            onChange={(isOn) => changeRight(right, isOn)}
          />
        ))}
        <FieldError id="rights-error" message={problems['rights']} />
      </fieldset>
      <Field label="Works until" description="Empty for no end." error={problems['expiresAt']}>
        {(control) => (
          <Input
            {...control}
            type="datetime-local"
            value={until}
            onChange={({ target }) => {
              setUntil(target.value)
              clear()
            }}
          />
        )}
      </Field>
      <FormError>{problems['form']}</FormError>
    </FormDialog>
  )
}
