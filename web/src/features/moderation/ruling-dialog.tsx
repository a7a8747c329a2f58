import { maxReportLength, type Rule } from '@touchline/contract/moderation.ts'
import { type ReactNode, useState } from 'react'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { RuleField } from './rule-field.tsx'

type Props = {
  title: string
  description: string
  label: string
  /** The reported rule as the initial value. */
  suggested?: Rule | undefined
  isPending: boolean
  onClose: () => void
  onDecide: (ruling: { rule: Rule; words: string }) => void
  children?: ReactNode
}

export function RulingDialog({ title, description, label, suggested, isPending, children, ...props }: Props) {
  const [rule, setRule] = useState<Rule | null>(suggested ?? null)
  const [words, setWords] = useState('')
  const isTooLong = Array.from(words).length > maxReportLength
  return (
    <FormDialog
      title={title}
      description={description}
      onClose={props.onClose}
      submit={{ label, kind: 'danger', isDisabled: !rule || isTooLong || isPending }}
      onSubmit={() => {
        if (rule) props.onDecide({ rule, words })
      }}
    >
      <RuleField label="Which rule was broken?" value={rule} onChange={setRule} />
      <Field label="Message to its author (optional)">
        {(control) => (
          <Textarea
            {...control}
            limit={maxReportLength}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        )}
      </Field>
      {children}
    </FormDialog>
  )
}
