import { Field } from './field.tsx'
import { Textarea } from './textarea.tsx'

type Props = { maxLength: number; value: string; onChange: (value: string) => void }

export function AltField({ maxLength, value, onChange }: Props) {
  return (
    <Field
      label="Description for people who cannot see it"
      description={
        value.trim() === ''
          ? 'Recommended: say in a sentence what it shows. Screen readers read it aloud.'
          : undefined
      }
    >
      {(control) => (
        <Textarea
          {...control}
          rows={2}
          maxLength={maxLength}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
