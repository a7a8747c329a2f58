import { type CardOutcome, cardOutcomes, type choices } from '@touchline/contract/rehearsal.ts'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { dayOf, outcomeWords } from './rehearsal-words.ts'
import type { MakeTrouble } from './trouble-panel.tsx'

type Members = z.output<typeof choices.reply & {}>['members']

const whoeverIsNext = ''

/** Decides how the next charge of a member ends. */
export function CardTrouble({ members, making }: { members: Members; making: MakeTrouble }) {
  const [personId, choose] = useState(whoeverIsNext)
  const [outcome, setOutcome] = useState<CardOutcome>('no_funds')
  if (members.length === 0)
    return <p className="border-t border-line pt-5 text-sm text-muted">Nobody is going to be charged.</p>
  return (
    <form
      className="grid items-end gap-3 border-t border-line pt-5 sm:grid-cols-[1fr_1fr_auto]"
      onSubmit={(event) => {
        event.preventDefault()
        making.make({ kind: 'card', personId: personId === whoeverIsNext ? null : personId, outcome })
      }}
    >
      <Field label="The next charge of">
        {(control) => (
          <Select {...control} value={personId} onChange={({ target }) => choose(target.value)}>
            <option value={whoeverIsNext}>whoever renews next</option>
            {members.map(({ personId: id, name, renewsAt, card }) => (
              <option key={id} value={id}>
                {`${name}, ${dayOf(renewsAt)}${card ? `, ${card}` : ''}`}
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
                {outcomeWords[each]}
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
