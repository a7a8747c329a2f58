import { Field } from './field.tsx'
import { Select } from './select.tsx'

type Sharing = 'off' | 'title' | 'teaser'

export const sharingNames: Record<Sharing, string> = {
  off: 'Nothing',
  title: 'The title',
  teaser: 'The title and the first lines',
}
const levels: Sharing[] = ['off', 'title', 'teaser']

export const toSharing = (saved: string): Sharing | null => levels.find((level) => level === saved) ?? null

type Props = {
  /** null: as the creator's setting says, where `onDefault` offers that. */
  value: Sharing | null
  onChange: (value: Sharing) => void
  onDefault?: () => void
  disabled?: boolean
}

export function SharingField({ value, onChange, onDefault, disabled }: Props) {
  return (
    <Field
      label="Shown to visitors"
      description="On the page of the post, on the front page and in link previews."
    >
      {(control) => (
        <Select
          {...control}
          disabled={disabled}
          value={value ?? ''}
          onChange={({ target }) => {
            const chosen = toSharing(target.value)
            if (chosen) onChange(chosen)
            else onDefault?.()
          }}
        >
          {onDefault ? <option value="">As in your settings</option> : null}
          {levels.map((level) => (
            <option key={level} value={level}>
              {sharingNames[level]}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
