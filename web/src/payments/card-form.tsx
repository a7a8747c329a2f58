import { useId } from 'react'
import { Badge } from '#ui/badge.tsx'
import { clubNow } from '#ui/clock.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { brandNames, cardBrand, digitsOf, grouped, groupedExpiry } from './card-rules.ts'
import { testCardChoices } from './test-cards.ts'
import type { TypedFields } from './use-typed-method.ts'

// Grouping moves the caret to the end, so it is skipped while the caret is in the middle.
const atEnd = ({ selectionStart, value }: HTMLInputElement) => selectionStart === value.length

type Props = { method: TypedFields; disabled?: boolean | undefined }

export function CardForm({ method, disabled }: Props) {
  const { fields, problems, write } = method
  const brand = cardBrand(fields.number)
  return (
    <fieldset disabled={disabled} className="grid gap-5">
      <legend className="sr-only">Card</legend>
      <TestCardPicker method={method} />
      <Field label="Card number" required error={problems.number}>
        {(c) => (
          <div className="relative">
            <Input
              {...c}
              name="cardNumber"
              autoComplete="cc-number"
              inputMode="numeric"
              placeholder="1234 1234 1234 1234"
              className="board"
              value={fields.number}
              onChange={({ target }) =>
                write({ number: atEnd(target) ? grouped(target.value) : target.value })
              }
              onBlur={() => write({ number: grouped(fields.number) })}
            />
            {brand ? (
              <span className="pointer-events-none absolute right-0 bottom-full mb-1.5">
                <Badge>{brand === 'amex' ? 'Amex' : brandNames[brand]}</Badge>
              </span>
            ) : null}
          </div>
        )}
      </Field>
      <div className="grid grid-cols-2 gap-4">
        <Field label="Expiry date" required error={problems.expiry}>
          {(c) => (
            <Input
              {...c}
              name="cardExpiry"
              autoComplete="cc-exp"
              inputMode="numeric"
              placeholder="MM / YY"
              className="board"
              value={fields.expiry}
              onChange={({ target }) =>
                write({ expiry: atEnd(target) ? groupedExpiry(target.value) : target.value })
              }
              onBlur={() => write({ expiry: groupedExpiry(fields.expiry) })}
            />
          )}
        </Field>
        <Field label="CVC" required error={problems.cvc}>
          {(c) => (
            <Input
              {...c}
              name="cardCvc"
              autoComplete="cc-csc"
              inputMode="numeric"
              placeholder="123"
              className="board"
              value={fields.cvc}
              onChange={(event) => write({ cvc: digitsOf(event.target.value).slice(0, 4) })}
            />
          )}
        </Field>
      </div>
    </fieldset>
  )
}

function TestCardPicker({ method }: { method: TypedFields }) {
  const id = useId()
  const typed = digitsOf(method.fields.number)
  const chosen = testCardChoices.find(({ number }) => number === typed)
  function fill(number: string) {
    if (number === '') return
    const expiry = groupedExpiry(`12${String(new Date(clubNow()).getFullYear() + 3).slice(2)}`)
    method.write({ number: grouped(number), expiry, cvc: cardBrand(number) === 'amex' ? '1234' : '123' })
  }
  return (
    <div className="grid gap-1.5 rounded-control border border-dashed border-edge bg-bench p-4">
      <label htmlFor={id} className="justify-self-start text-sm font-semibold">
        Use a test card
      </label>
      <Select id={id} value={chosen?.number ?? ''} onChange={(event) => fill(event.target.value)}>
        <option value="">Choose what happens</option>
        {testCardChoices.map(({ number, outcome }) => (
          <option key={number} value={number}>
            {outcome} · {number.slice(-4)}
          </option>
        ))}
      </Select>
      <p className="text-xs text-muted">Real cards are refused: nothing is charged here.</p>
    </div>
  )
}
