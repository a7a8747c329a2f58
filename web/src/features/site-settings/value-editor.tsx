import { clsx } from 'clsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Textarea } from '#ui/textarea.tsx'

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** The labels of fields inside a setting, by their key. Keys without a label are not edited. */
const labels: Record<string, string> = {
  eyebrow: 'Above the headline',
  headline: 'Headline',
  cancel: 'Beside the button to join',
  featuresTitle: 'Title of the features',
  features: 'Features',
  teasersTitle: 'Title of the newest posts',
  clipTitle: 'Title of the free video',
  quotesTitle: 'Title of the quotes',
  quotes: 'Quotes of members, with their consent',
  bioTitle: 'Title of the biography',
  why: 'Reasons to join',
  cards: 'Reasons',
  stats: 'Figures below',
  questionsTitle: 'Title of the questions',
  questions: 'Questions and answers',
  title: 'Title',
  text: 'Text',
  name: 'Name',
  since: 'Since when',
  figure: 'Shows: posts, members, followers, rating, support, or a word of yours',
  question: 'Question',
  answer: 'Answer',
  lead: 'Lead',
  watch: 'First list',
  takePart: 'Second list',
  items: 'Entries',
  terms: 'Small print',
  login: 'Sign-in',
  signup: 'Signup',
  promoTitle: 'Title of the box',
  promo: 'Text of the box',
  perks: 'Perks',
  words: 'Text',
}

/** What one entry of a list is called, where its label is not the one of the list. */
const entryNames: Record<string, string> = {
  bio: 'Paragraph',
  features: 'Feature',
  cards: 'Reason',
  stats: 'Figure',
  quotes: 'Quote',
  questions: 'Question',
  items: 'Entry',
  perks: 'Perk',
}

const longFields = new Set(['text', 'answer', 'words', 'lead', 'promo', 'terms', 'bio'])

/** What a new entry of a list is. Lists without one keep their entries. */
const newEntries: Record<string, Json> = {
  bio: '',
  headline: '',
  features: { title: '', text: '' },
  cards: { title: '', text: '' },
  perks: { title: '', text: '' },
  quotes: { text: '', name: '', since: '' },
  stats: { figure: '', text: '' },
  questions: { question: '', answer: '' },
}

const isObject = (value: Json): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The community rules are known to the software and cannot be added or removed. */
const isFixedEntry = (entry: Json | undefined) => entry !== undefined && isObject(entry) && 'key' in entry

type Props = {
  /** The place in the settings, as in `landing.questions.0.answer`. */
  path: string
  label: string
  value: Json
  /** Whether a group is shown without its label and its line. */
  isBare?: boolean
  problems: Record<string, string>
  onChange: (value: Json) => void
}

/** Edits a text, a list or a group of settings, whatever its shape. */
export function ValueEditor({ path, label, value, isBare = false, problems, onChange }: Props) {
  const key = path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? path
  if (typeof value === 'string')
    return (
      <Field label={label} error={problems[path]}>
        {(control) =>
          longFields.has(key) ? (
            <Textarea
              {...control}
              rows={2}
              className="field-sizing-content min-h-11"
              value={value}
              onChange={({ target }) => onChange(target.value)}
            />
          ) : (
            <Input {...control} value={value} onChange={({ target }) => onChange(target.value)} />
          )
        }
      </Field>
    )
  if (Array.isArray(value)) {
    const isFixed = isFixedEntry(value[0])
    return (
      <ListEditor
        path={path}
        label={isFixed ? 'Rules' : label}
        entryName={isFixed ? 'Rule' : (entryNames[key] ?? label)}
        entries={value}
        newEntry={newEntries[key] ?? (isFixed ? null : '')}
        problems={problems}
        onChange={onChange}
      />
    )
  }
  if (!isObject(value)) return null
  return (
    <fieldset className={clsx('grid min-w-0 grid-cols-1 gap-4', !isBare && 'border-l-2 border-line pl-4')}>
      <legend className={isBare ? 'sr-only' : 'mb-2 font-semibold'}>{label}</legend>
      {Object.entries(value).map(([name, inner]) =>
        labels[name] === undefined ? null : (
          <ValueEditor
            key={name}
            path={`${path}.${name}`}
            label={labels[name]}
            value={inner}
            problems={problems}
            onChange={(next) => onChange({ ...value, [name]: next })}
          />
        ),
      )}
    </fieldset>
  )
}

type ListProps = Omit<Props, 'value' | 'isBare'> & {
  entryName: string
  entries: Json[]
  newEntry: Json | null
}

function ListEditor({ path, label, entryName, entries, newEntry, problems, onChange }: ListProps) {
  const moveUp = (index: number) =>
    onChange(entries.toSpliced(index, 1).toSpliced(index - 1, 0, entries[index] ?? null))
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-4">
      <legend className="mb-2 font-semibold">{label}</legend>
      {problems[path] ? (
        <p role="alert" className="text-sm font-medium text-dismissal">
          {problems[path]}
        </p>
      ) : null}
      {entries.map((entry, index) => {
        const name = `${entryName} ${index + 1}`
        return (
          // Entries have no identity but their place.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index} className="grid gap-1">
            <ValueEditor
              path={`${path}.${index}`}
              label={name}
              value={entry}
              problems={problems}
              onChange={(next) => onChange(entries.with(index, next))}
            />
            {newEntry === null ? null : (
              <div className="flex gap-4">
                {index > 0 ? (
                  <Button kind="link" aria-label={`Move up: ${name}`} onClick={() => moveUp(index)}>
                    Move up
                  </Button>
                ) : null}
                <Button
                  kind="link"
                  aria-label={`Remove: ${name}`}
                  onClick={() => onChange(entries.toSpliced(index, 1))}
                >
                  Remove
                </Button>
              </div>
            )}
          </div>
        )
      })}
      {newEntry === null ? null : (
        <Button
          kind="outline"
          className="justify-self-start"
          aria-label={`Add: ${label}`}
          onClick={() => onChange([...entries, newEntry])}
        >
          Add
        </Button>
      )}
    </fieldset>
  )
}
