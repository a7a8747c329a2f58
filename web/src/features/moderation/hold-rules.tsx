import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { changeRules, type HoldRules as Rules, tryWords } from '@touchline/contract/held-comments.ts'
import { type SubmitEvent, useState } from 'react'
import { ApiError, errorMessage } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { holdRulesQuery } from './held-requests.ts'

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** The reasons of a refusal by field. A refused word is named. */
function problemsOf(error: unknown, words: string[]) {
  const fields = error instanceof ApiError ? (error.body.fields ?? {}) : {}
  const refused = Object.entries(fields).flatMap(([path, reason]) => {
    const word = words[Number(/^words\.(\d+)$/.exec(path)?.[1])]
    return word === undefined ? [] : `“${word.slice(0, 20)}…”: ${reason}`
  })
  return { ...fields, ...(refused.length > 0 ? { words: refused.join(' ') } : {}) }
}

/** What holds a comment for approval: watched words with a test box, and rules for new members. */
export function HoldRules() {
  const { data } = useQuery(holdRulesQuery)
  return (
    <Card aria-labelledby="hold-rules" className="mt-12">
      <h2 id="hold-rules" className="text-2xl">
        What Is Held
      </h2>
      <p className="mt-2 text-muted">
        A held comment, or the message of a tip, is seen by its author and the moderators only, until one of
        them publishes it.
      </p>
      {data ? <RulesForm key={data.revision} saved={data} /> : null}
    </Card>
  )
}

function RulesForm({ saved }: { saved: Rules }) {
  const client = useQueryClient()
  const isExpired = useExpiredSession()
  const [words, setWords] = useState(saved.words.join('\n'))
  const [first, setFirst] = useState(String(saved.firstComments))
  const [days, setDays] = useState(String(saved.youngDays))
  const save = useMutation({
    mutationFn: () =>
      call(changeRules, {
        body: {
          words: linesOf(words),
          firstComments: Number(first),
          youngDays: Number(days),
          revision: saved.revision,
        },
      }),
    onSuccess: (rules) => {
      client.setQueryData(holdRulesQuery.queryKey, rules)
      toast({ title: 'Saved', kind: 'success' })
    },
    onError: isExpired,
  })
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!save.isPending) save.mutate()
  }
  const problems: Record<string, string> = problemsOf(save.error, linesOf(words))
  return (
    <form noValidate onSubmit={submit} className="mt-5 grid gap-5">
      <Field label="Watched words and phrases, one per line" error={problems['words']}>
        {(control) => (
          <Textarea {...control} rows={6} value={words} onChange={({ target }) => setWords(target.value)} />
        )}
      </Field>
      <TestBox words={linesOf(words)} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="First comments of a member to hold (0 for none)" error={problems['firstComments']}>
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              value={first}
              onChange={({ target }) => setFirst(target.value)}
            />
          )}
        </Field>
        <Field label="Days after joining to hold comments (0 for none)" error={problems['youngDays']}>
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              value={days}
              onChange={({ target }) => setDays(target.value)}
            />
          )}
        </Field>
      </div>
      <FormError>
        {save.error && Object.keys(problems).length === 0
          ? errorMessage(save.error, 'That could not be saved.')
          : null}
      </FormError>
      <Button type="submit" className="justify-self-start" disabled={save.isPending}>
        {save.isPending ? 'Saving...' : 'Save'}
      </Button>
    </form>
  )
}

function TestBox({ words }: { words: string[] }) {
  const [text, setText] = useState('')
  const attempt = useMutation({ mutationFn: () => call(tryWords, { body: { words, text } }) })
  return (
    <div className="grid gap-3 rounded-control border border-line bg-bench p-4">
      <Field label="Try a text">
        {(control) => (
          <Textarea
            {...control}
            value={text}
            onChange={({ target }) => {
              setText(target.value)
              attempt.reset()
            }}
          />
        )}
      </Field>
      <Button
        kind="outline"
        className="justify-self-start"
        disabled={attempt.isPending || text.trim() === ''}
        onClick={() => attempt.mutate()}
      >
        Try
      </Button>
      <output>
        {attempt.error
          ? errorMessage(attempt.error, 'That did not work. Please try again.')
          : attempt.data === undefined
            ? null
            : attempt.data.found.length === 0
              ? 'No watched word is in this text.'
              : `This text would be held for: ${attempt.data.found.join(', ')}`}
      </output>
    </div>
  )
}
