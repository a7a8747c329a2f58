import { type CardOutcome, cardOutcomes, type choices } from '@touchline/contract/simulator.ts'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { Button } from '#ui/button.tsx'
import { longDate } from '#ui/dates.ts'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { outcomeText } from './simulator-text.ts'
import type { CauseFailure } from './cause-failure.ts'

type Members = z.output<typeof choices.reply & {}>['members']

const nextMember = ''

export function CardFailureForm({ members, making }: { members: Members; making: CauseFailure }) {
  const [wantedId, choose] = useState(nextMember)
  const [outcome, setOutcome] = useState<CardOutcome>('no_funds')
  // The chosen member may no longer be in the list.
  const personId = members.some((member) => member.personId === wantedId) ? wantedId : nextMember
  if (members.length === 0)
    return <p className="border-t border-line pt-5 text-sm text-muted">No one is going to be charged.</p>
  return (
    <form
      className="grid items-end gap-3 border-t border-line pt-5 sm:grid-cols-[1fr_1fr_auto]"
      onSubmit={(event) => {
        event.preventDefault()
        making.make({ kind: 'card', personId: personId === nextMember ? null : personId, outcome })
      }}
    >
      <Field label="From now on every charge of">
        {(control) => (
          <Select {...control} value={personId} onChange={({ target }) => choose(target.value)}>
            <option value={nextMember}>the member who renews next</option>
            {members.map(({ personId: id, name, renewsAt, card }) => (
              <option key={id} value={id}>
                {`${name}, ${longDate(renewsAt)}${card ? `, ${card}` : ''}`}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Outcome">
        {(control) => (
          <Select
            {...control}
            value={outcome}
            onChange={({ target }) =>
              setOutcome(cardOutcomes.find((each) => each === target.value) ?? outcome)
            }
          >
            {cardOutcomes.map((each) => (
              <option key={each} value={each}>
                {outcomeText[each]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Button type="submit" kind="outline" disabled={making.isBusy}>
        Set Card
      </Button>
    </form>
  )
}
