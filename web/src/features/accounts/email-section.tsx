import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { emailAddress } from '@touchline/contract/accounts.ts'
import { ask, cancel, show } from '@touchline/contract/email.ts'
import { useState } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { cacheResponse } from '#api/stale-reads.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { localTime } from '#ui/dates.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { toast } from '#ui/toast-store.ts'
import { UnconfirmedEmailNotice } from './unconfirmed-email-notice.tsx'

const changeQuery = queryOptions({
  queryKey: ['email-change'],
  queryFn: ({ signal }) => call(show, { signal }),
  // It may be confirmed in another browser.
  staleTime: 0,
})

function useEmailChange() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (email: string | null) => (email === null ? call(cancel) : call(ask, { body: { email } })),
    onSuccess: (standing) => cacheResponse(client, changeQuery.queryKey, standing),
  })
}

export function EmailSection() {
  const { email, hasProvenEmail } = useSignedInViewer()
  const { data } = useQuery({ ...changeQuery, throwOnError: false })
  const [isAsking, setAsking] = useState(false)
  const change = useEmailChange()
  const isExpired = useExpiredSession()
  const cancelChange = () =>
    change.mutate(null, {
      onError: (error) => {
        if (isExpired(error)) return
        const description = errorMessage(error, 'That did not work. Please try again.')
        toast({ title: 'Error', description, kind: 'destructive' })
      },
    })
  return (
    <Card aria-labelledby="email-title">
      <h3 id="email-title" className="flex flex-wrap items-center gap-3 text-xl">
        Email Address {hasProvenEmail ? <Badge look="turf">Confirmed</Badge> : null}
      </h3>
      <p className="mt-2 wrap-anywhere text-muted">
        You sign in with <strong>{email}</strong>, and it is where our emails go.
      </p>
      {hasProvenEmail ? null : (
        <UnconfirmedEmailNotice before="so that you can get back in if you forget your password" />
      )}
      {data?.change ? (
        <p aria-live="polite" className="mt-4 wrap-anywhere">
          We sent a link to <strong>{data.change.newEmail}</strong>. Open it by{' '}
          {localTime(data.change.confirmBy)} to change your address.
        </p>
      ) : null}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button kind="outline" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          Change Email
        </Button>
        {data?.change ? (
          <Button kind="outline" disabled={change.isPending} onClick={cancelChange}>
            Keep My Address
          </Button>
        ) : null}
      </div>
      {isAsking ? <ChangeDialog onClose={() => setAsking(false)} /> : null}
    </Card>
  )
}

function ChangeDialog({ onClose }: { onClose: () => void }) {
  const { hasProvenEmail } = useSignedInViewer()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const change = useEmailChange()
  const isExpired = useExpiredSession()
  const send = () => {
    const checked = emailAddress.safeParse(typed)
    if (!checked.success) {
      setProblem(checked.error.issues[0]?.message)
      return
    }
    change.mutate(checked.data, {
      onSuccess: onClose,
      onError: (error) => {
        if (!isExpired(error)) setProblem(errorMessage(error, 'That did not work. Please try again.'))
      },
    })
  }
  return (
    <FormDialog
      title="Change Your Email Address"
      description={`We email a link to the new address; nothing changes before you open it. Your present address then gets an email${hasProvenEmail ? ', and can undo the change for 72 hours' : ''}.`}
      onClose={onClose}
      submit={{ label: change.isPending ? 'Sending...' : 'Send the Link', isDisabled: change.isPending }}
      onSubmit={send}
    >
      <Field label="New email address" error={problem} required>
        {(control) => (
          <Input
            {...control}
            type="email"
            autoComplete="email"
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value)
              setProblem(undefined)
            }}
          />
        )}
      </Field>
    </FormDialog>
  )
}
