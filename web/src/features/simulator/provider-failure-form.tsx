import { type ProviderFault, providerFaults } from '@touchline/contract/simulator.ts'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { faultText } from './simulator-text.ts'
import type { CauseFailure } from './cause-failure.ts'

export function ProviderFailureForm({ making }: { making: CauseFailure }) {
  const [requests, setRequests] = useState('5')
  const [fault, setFault] = useState<ProviderFault>('away')
  return (
    <form
      className="grid items-end gap-3 border-t border-line pt-5 sm:grid-cols-[1fr_1fr_auto]"
      onSubmit={(event) => {
        event.preventDefault()
        making.make({ kind: 'provider', fault, requests: Number(requests) })
      }}
    >
      <Field label="How many requests to the provider">
        {(control) => (
          <Input
            {...control}
            type="number"
            inputMode="numeric"
            min={1}
            max={100}
            required
            value={requests}
            onChange={({ target }) => setRequests(target.value)}
          />
        )}
      </Field>
      <Field label="What happens to the next ones">
        {(control) => (
          <Select
            {...control}
            value={fault}
            onChange={({ target }) => setFault(providerFaults.find((each) => each === target.value) ?? fault)}
          >
            {providerFaults.map((each) => (
              <option key={each} value={each}>
                {faultText[each]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Button type="submit" kind="outline" disabled={making.isBusy}>
        Break It
      </Button>
    </form>
  )
}
