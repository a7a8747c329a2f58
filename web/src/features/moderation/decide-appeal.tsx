import * as api from '@touchline/contract/moderation.ts'
import { maxReportLength, type ModerationCase } from '@touchline/contract/moderation.ts'
import { useState } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { useModeration } from './requests.ts'
import { caseLabel } from './texts.ts'

export function DecideAppeal({ case: found }: { case: ModerationCase }) {
  const { id, mayDecideAppeal, decision } = found
  const viewer = useSignedInViewer()
  const [words, setWords] = useState('')
  const isExpired = useExpiredSession()
  const decide = useModeration((outcome: 'upheld' | 'overturned') =>
    call(api.decideAppeal, { params: { id }, body: { outcome, words } }),
  )
  if (!mayDecideAppeal)
    return (
      <p className="text-sm text-muted">
        {viewer.role === 'admin'
          ? 'Another admin has to decide this appeal.'
          : 'Another moderator or an admin has to decide this appeal.'}
      </p>
    )
  // The card unmounts when the case leaves the list, so the callbacks belong to the mutation.
  const send = (outcome: 'upheld' | 'overturned') =>
    decide.mutateAsync(outcome).then(
      () =>
        toast({
          title: 'Appeal Decided',
          description: 'Everyone concerned is notified by email.',
          kind: 'success',
        }),
      (error: unknown) => {
        if (isExpired(error)) return
        const description = errorMessage(error, 'The decision could not be saved. Please try again.')
        toast({ title: 'Error', description, kind: 'destructive' })
      },
    )
  const label = caseLabel(found)
  const isTooLong = Array.from(words).length > maxReportLength
  return (
    <div className="grid gap-3">
      {decision?.by?.id === viewer.id ? (
        <p className="text-sm text-muted">
          You made this decision yourself. There is no other admin who could look at the appeal.
        </p>
      ) : null}
      <Field label="Answer to the appeal (optional)">
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            limit={maxReportLength}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button
          kind="outline"
          disabled={decide.isPending || isTooLong}
          aria-label={`Let It Stand: ${label}`}
          onClick={() => void send('upheld')}
        >
          Let It Stand
        </Button>
        <Button
          disabled={decide.isPending || isTooLong}
          aria-label={`Take It Back: ${label}`}
          onClick={() => void send('overturned')}
        >
          Take It Back
        </Button>
      </div>
    </div>
  )
}
