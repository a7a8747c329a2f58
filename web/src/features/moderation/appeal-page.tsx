import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '#router/link.tsx'
import { appealDecision, maxAppealLength, showAppeal } from '@touchline/contract/moderation.ts'
import { useState } from 'react'
import { isNotFound, errorMessage } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { paths } from '#paths.ts'
import { usePageTitle } from '#site/page-title.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { NotLoaded } from '#ui/list-parts.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { DecisionText } from './decision-text.tsx'

/** Needs no session: the token is in the fragment, which no server sees. */
export function AppealPage() {
  usePageTitle('Appeal')
  const [token] = useState(() => window.location.hash.slice(1))
  return (
    <main id="main" className="mx-auto w-full max-w-[40rem] flex-1 px-4 py-9 sm:px-6 sm:py-14">
      <h1 className="text-3xl">Appeal</h1>
      <Card aria-label="The decision" className="mt-6">
        {token ? <Appeal token={token} /> : <BrokenLink />}
      </Card>
      <Button asChild kind="link" className="mt-6 min-h-11!">
        <Link to={paths.home}>Back to the front page</Link>
      </Button>
    </main>
  )
}

const BrokenLink = () => <p role="alert">This link is incomplete. Please open it from the email.</p>

function Appeal({ token }: { token: string }) {
  const client = useQueryClient()
  const queryKey = ['moderation', 'appeal', token]
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(showAppeal, { body: { token }, signal }),
    throwOnError: false,
  })
  const [words, setWords] = useState('')
  const send = useMutation({
    mutationFn: (text: string) => call(appealDecision, { body: { token, words: text } }),
    onSuccess: (decision) => client.setQueryData(queryKey, decision),
  })
  if (!data)
    return error ? (
      isNotFound(error) ? (
        <BrokenLink />
      ) : (
        <NotLoaded onRetry={refetch}>{errorMessage(error, 'The decision could not be loaded.')}</NotLoaded>
      )
    ) : (
      <Skeleton className="h-40" />
    )
  const isTooLong = Array.from(words).length > maxAppealLength
  const canSend = words.trim() !== '' && !isTooLong && !send.isPending
  return (
    <div aria-live="polite" className="grid gap-5">
      <DecisionText decision={data} />
      {data.mayAppeal ? (
        <form
          noValidate
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            if (canSend) send.mutate(words)
          }}
        >
          <Field
            label="Why is the decision wrong?"
            description="Where possible, someone other than the person who decided will look at it. You can appeal once."
            error={
              send.error
                ? errorMessage(send.error, 'Your appeal could not be sent. Please try again.')
                : undefined
            }
          >
            {(control) => (
              <Textarea
                {...control}
                rows={6}
                limit={maxAppealLength}
                value={words}
                onChange={(event) => setWords(event.target.value)}
              />
            )}
          </Field>
          <Button type="submit" disabled={!canSend}>
            {send.isPending ? 'Sending...' : 'Send Appeal'}
          </Button>
        </form>
      ) : null}
    </div>
  )
}
