import { Field } from './field.tsx'
import { Input } from './input.tsx'

type Props = { isOptional?: boolean; maxLength: number; value: string; onChange: (text: string) => void }

export const TitleField = ({ isOptional = false, maxLength, value, onChange }: Props) => (
  <Field label={isOptional ? 'Title (optional)' : 'Title'}>
    {(control) => (
      <Input
        {...control}
        maxLength={maxLength}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Field>
)
