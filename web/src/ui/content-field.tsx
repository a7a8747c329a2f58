import { Field } from './field.tsx'
import { Textarea } from './textarea.tsx'

type Props = {
  rows: number
  maxLength: number
  placeholder?: string
  error?: string | undefined
  value: string
  onChange: (text: string) => void
}

export const ContentField = ({ rows, maxLength, placeholder, error, value, onChange }: Props) => (
  <Field label="Content" error={error}>
    {(control) => (
      <Textarea
        {...control}
        rows={rows}
        maxLength={maxLength}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Field>
)
