import { blockReasonMax, blockReasons, type ListedPerson } from '@touchline/contract/blocks.ts'
import { useState } from 'react'
import { fullNameOf } from '#people/names.ts'
import { clubNow } from '#ui/clock.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { fromLocalMinute, toLocalMinute } from '#ui/local-minute.ts'
import { Select } from '#ui/select.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { useChangeBlock } from './change-block.ts'

const dayMs = 24 * 60 * 60_000
const lengths = { never: 'No end', day: 'One day', week: 'One week', month: '30 days', other: 'Another time' }
const days = { day: 1, week: 7, month: 30 }
type Length = keyof typeof lengths

const isLength = (text: string): text is Length => Object.hasOwn(lengths, text)

function endOf(length: Length, typed: string, now: number): string | null {
  if (length === 'never') return null
  if (length === 'other') return fromLocalMinute(typed)
  return new Date(now + days[length] * dayMs).toISOString()
}

/** The person sees the reason and the duration. */
export function BlockDialog({ person, onClose }: { person: ListedPerson; onClose: () => void }) {
  const [choice, setChoice] = useState('')
  const [words, setWords] = useState('')
  const [length, setLength] = useState<Length>('never')
  const [typed, setTyped] = useState(() => toLocalMinute(clubNow() + dayMs))
  const [wasSent, setSent] = useState(false)
  const { block, isPending } = useChangeBlock(person)
  const reason = [choice, words.trim()].filter(Boolean).join(': ')
  const until = endOf(length, typed, clubNow())
  const problems = {
    reason: choice ? undefined : 'Choose a reason.',
    words: Array.from(reason).length > blockReasonMax ? 'Please say it in fewer words.' : undefined,
    until:
      length === 'other' && (!until || Date.parse(until) <= clubNow())
        ? 'Choose a time in the future.'
        : undefined,
  }
  const send = async () => {
    setSent(true)
    if (problems.reason ?? problems.words ?? problems.until) return
    if (await block(reason, until)) onClose()
  }
  return (
    <FormDialog
      title={`Block ${fullNameOf(person, person.email)}`}
      description="They are signed out everywhere at once. Their payments stop at the end of the month they have paid for. They get an email with the reason, the end date and how to object."
      onClose={onClose}
      submit={{ label: isPending ? 'Blocking...' : 'Block', isDisabled: isPending, kind: 'danger' }}
      onSubmit={() => void send()}
    >
      <Field label="Reason" required error={wasSent ? problems.reason : undefined}>
        {(control) => (
          <Select {...control} value={choice} onChange={({ target }) => setChoice(target.value)}>
            <option value="">Choose a reason</option>
            {blockReasons.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="What happened" description="They will read this." error={problems.words}>
        {(control) => (
          <Textarea {...control} rows={3} value={words} onChange={({ target }) => setWords(target.value)} />
        )}
      </Field>
      <Field label="Ends">
        {(control) => (
          <Select
            {...control}
            value={length}
            onChange={({ target }) => {
              if (isLength(target.value)) setLength(target.value)
            }}
          >
            {Object.entries(lengths).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {length === 'other' ? (
        <Field label="Ends on" description="In this device’s time zone." error={problems.until}>
          {(control) => (
            <Input
              {...control}
              type="datetime-local"
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </Field>
      ) : null}
    </FormDialog>
  )
}
