import { newTerms, type Terms } from '@touchline/contract/payouts.ts'
import { type SubmitEvent, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { toast } from '#ui/toast-store.ts'
import { useChangeTerms } from './requests.ts'
import { useChangeToast } from './use-change-toast.ts'

type Name = keyof Terms

const fields: { name: Name; label: string; perUnit: number }[] = [
  { name: 'subscriptionShareBasisPoints', label: 'Creator’s share of subscriptions (%)', perUnit: 100 },
  { name: 'tipShareBasisPoints', label: 'Creator’s share of tips (%)', perUnit: 100 },
  { name: 'holdDays', label: 'Days before a payout', perUnit: 1 },
  { name: 'graceDays', label: 'Days of grace for an unpaid renewal', perUnit: 1 },
]

const typedFrom = (terms: Terms) =>
  Object.fromEntries(fields.map(({ name, perUnit }) => [name, String(terms[name] / perUnit)]))

/** The typed terms; NaN, which the contract refuses, for text that is not a number. */
const toTerms = (typed: Record<string, string>) =>
  Object.fromEntries(
    fields.map(({ name, perUnit }) => {
      const text = typed[name]?.trim() ?? ''
      return [name, text === '' ? Number.NaN : Math.round(Number(text) * perUnit * 1e6) / 1e6]
    }),
  )

/** Only changed terms, so that concurrent changes of other terms are kept. */
const differing = (wanted: Terms, current: Terms): Partial<Terms> =>
  Object.fromEntries(
    fields.filter(({ name }) => wanted[name] !== current[name]).map(({ name }) => [name, wanted[name]]),
  )

type Props = { current: Terms; isGraceConfigured: boolean }

export function TermsForm({ current, isGraceConfigured }: Props) {
  const [typed, setTyped] = useState(() => typedFrom(current))
  const [problems, setProblems] = useState<Record<string, string>>({})
  const change = useChangeTerms()
  const whenDone = useChangeToast()
  const isFixed = (name: Name) => name === 'graceDays' && isGraceConfigured
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
    const changed = differing(wanted.data, current)
    if (Object.keys(changed).length === 0) {
      toast({ title: 'Nothing to Change', description: 'These terms already apply.', kind: 'caution' })
      return
    }
    void whenDone(change.mutateAsync(changed), {
      title: 'Terms Changed',
      description: 'They apply from now on.',
    })
  }
  return (
    <form noValidate onSubmit={submit} aria-label="Terms" className="mt-4 grid gap-4 sm:grid-cols-2">
      {fields.map(({ name, label }) => (
        <Field
          key={name}
          label={label}
          error={problems[name]}
          description={isFixed(name) ? 'Set by the configuration (GRACE_DAYS).' : undefined}
        >
          {(c) => (
            <Input
              {...c}
              inputMode="decimal"
              readOnly={isFixed(name)}
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
