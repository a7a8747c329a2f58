import { clubNow } from './clock.ts'
import { Field } from './field.tsx'
import { Input } from './input.tsx'
import { fromLocalMinute, toLocalDay } from './local-minute.ts'
import { Select } from './select.tsx'

/** The moment of a post that is for everybody signed in from the start. */
export const openFromStart = '2000-01-01T00:00:00.000Z'

const weekMs = 7 * 24 * 60 * 60 * 1000

function momentFor(choice: string): string | null {
  if (choice === 'members') return null
  return choice === 'everybody' ? openFromStart : fromLocalMinute(toLocalDay(clubNow() + weekMs))
}

type Props = {
  /** When the post opens to all signed-in people: ISO 8601, `openFromStart`, or null for members only. */
  value: string | null
  onChange: (value: string | null) => void
  error?: string | undefined
}

export function EarlyAccessField({ value, onChange, error }: Props) {
  return (
    <div
      className="grid gap-4"
      style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 14rem), 1fr))' }}
    >
      <Field label="Early access">
        {(control) => (
          <Select
            {...control}
            value={value === null ? 'members' : value === openFromStart ? 'everybody' : 'first'}
            onChange={({ target }) => onChange(momentFor(target.value))}
          >
            <option value="members">For members only</option>
            <option value="first">Members first, then everybody</option>
            <option value="everybody">For everybody signed in</option>
          </Select>
        )}
      </Field>
      {value === null || value === openFromStart ? null : (
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
