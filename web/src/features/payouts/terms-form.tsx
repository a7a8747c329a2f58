import { newTerms, type Terms } from '@touchline/contract/payouts.ts'
import { type SubmitEvent, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { useChangeTerms } from './requests.ts'
import { useDone } from './use-done.ts'

type Name = keyof Terms

const fields: { name: Name; label: string; perUnit: number }[] = [
  { name: 'subscriptionShareBasisPoints', label: 'Creator’s share of subscriptions (%)', perUnit: 100 },
  { name: 'tipShareBasisPoints', label: 'Creator’s share of tips (%)', perUnit: 100 },
  { name: 'holdDays', label: 'Days before a payout', perUnit: 1 },
  { name: 'graceDays', label: 'Days of grace for an unpaid renewal', perUnit: 1 },
]

const typedFrom = (terms: Terms) =>
  Object.fromEntries(fields.map(({ name, perUnit }) => [name, String(terms[name] / perUnit)]))

/** What was typed as the contract wants it; NaN, which it refuses, for anything that is no number. */
const toTerms = (typed: Record<string, string>) =>
  Object.fromEntries(
    fields.map(({ name, perUnit }) => {
      const text = typed[name]?.trim() ?? ''
      return [name, text === '' ? Number.NaN : Math.round(Number(text) * perUnit * 1e6) / 1e6]
    }),
  )

/** Where an admin changes the terms from now on. */
export function TermsForm({ current }: { current: Terms }) {
  const [typed, setTyped] = useState(() => typedFrom(current))
  const [problems, setProblems] = useState<Record<string, string>>({})
  const change = useChangeTerms()
  const whenDone = useDone()
  function submit(event: SubmitEvent) {
    event.preventDefault()
    const wanted = newTerms.safeParse(toTerms(typed))
    if (!wanted.success) {
      setProblems(
        Object.fromEntries(
          wanted.error.issues.map(({ path }) => [String(path[0]), problemOf(String(path[0]))]),
        ),
      )
      return
    }
    if (change.isPending) return
    void whenDone(change.mutateAsync(wanted.data), {
      title: 'Terms Changed',
      description: 'They hold from now on.',
    })
  }
  return (
    <form noValidate onSubmit={submit} aria-label="Terms" className="mt-4 grid gap-4 sm:grid-cols-2">
      {fields.map(({ name, label }) => (
        <Field key={name} label={label} error={problems[name]}>
          {(c) => (
            <Input
              {...c}
              inputMode="decimal"
              autoComplete="off"
              value={typed[name] ?? ''}
              onChange={(event) => {
                setTyped({ ...typed, [name]: event.target.value })
                setProblems({ ...problems, [name]: '' })
              }}
            />
          )}
        </Field>
      ))}
      <Button type="submit" className="justify-self-start" disabled={change.isPending}>
        {change.isPending ? 'Changing…' : 'Change Terms'}
      </Button>
    </form>
  )
}

const problemOf = (name: string) => {
  if (name === 'holdDays') return 'Enter whole days from 0 to 90.'
  if (name === 'graceDays') return 'Enter whole days from 0 to 60.'
  return 'Enter a percentage from 0 to 100, with at most two decimals.'
}
