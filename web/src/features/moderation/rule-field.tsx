import { rule, type Rule } from '@touchline/contract/moderation.ts'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { useRules } from './texts.ts'

type Props = { label: string; value: Rule | null; onChange: (chosen: Rule | null) => void }

export function RuleField({ label, value, onChange }: Props) {
  const { items, ruleWords } = useRules()
  return (
    <Field label={label} required description={value ? ruleWords(value) : 'Choose one of the rules.'}>
      {(control) => (
        <Select
          {...control}
          value={value ?? ''}
          onChange={(event) => onChange(rule.safeParse(event.target.value).data ?? null)}
        >
          <option value="">Please choose</option>
          {items.map(({ key, number, name }) => (
            <option key={key} value={key}>
              {number}. {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
