import { clubNow } from './clock.ts'
import { Field } from './field.tsx'
import { Input } from './input.tsx'
import { fromLocalMinute, toLocalDay } from './local-minute.ts'
import { Select } from './select.tsx'

const weekMs = 7 * 24 * 60 * 60 * 1000

type Props = {
  /** When the post opens to all signed-in people, as ISO 8601; null means members only. */
  value: string | null
  onChange: (value: string | null) => void
  error?: string | undefined
}

export function EarlyAccessField({ value, onChange, error }: Props) {
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <Field label="Early access">
        {(control) => (
          <Select
            {...control}
            value={value === null ? 'members' : 'first'}
            onChange={(event) =>
              onChange(
                event.target.value === 'members' ? null : fromLocalMinute(toLocalDay(clubNow() + weekMs)),
              )
            }
          >
            <option value="members">For members only</option>
            <option value="first">Members first, then everybody</option>
          </Select>
        )}
      </Field>
      {value === null ? null : (
        <Field label="Open to everybody signed in from" error={error}>
          {(control) => (
            <Input
              {...control}
              type="date"
              min="2000-01-01"
              max="2199-12-31"
              value={toLocalDay(Date.parse(value))}
              onChange={(event) => {
                const next = fromLocalMinute(event.target.value)
                if (next) onChange(next)
              }}
            />
          )}
        </Field>
      )}
    </div>
  )
}
