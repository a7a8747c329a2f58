import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { useTypedSearch } from '#ui/use-typed-search.ts'

type Props = { label: string; value: string; onSearch: (day: string) => void }

/** A day to search by. Its year is typed digit by digit: it is told when the keys rest, as what is typed in a search box. */
export function DayField({ label, value, onSearch }: Props) {
  const { typed, change } = useTypedSearch(value, onSearch)
  return (
    <Field label={label}>
      {(control) => (
        <Input {...control} type="date" value={typed} onChange={({ target }) => change(target.value)} />
      )}
    </Field>
  )
}
