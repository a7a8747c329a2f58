import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PersonDetail } from '@touchline/contract/admin.ts'
import { correct } from '@touchline/contract/email.ts'
import { askForRemoval } from '@touchline/contract/two-factor.ts'
import { useState } from 'react'
import { ApiError, errorMessage } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { renewPages } from '#api/renew-pages.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { CancelRemovalButton } from './cancel-removal-button.tsx'

export function AccountHelp({ person }: { person: PersonDetail }) {
  const { id } = useSignedInViewer()
  const [open, setOpen] = useState<'email' | 'secondStep' | null>(null)
  const hasSecondStep = person.hasTwoFactor || person.hasPasskey
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button kind="outline" aria-haspopup="dialog" onClick={() => setOpen('email')}>
        Correct Email
      </Button>
      {person.secondStepRemovedAt ? (
        <CancelRemovalButton personId={person.id} />
      ) : hasSecondStep && id !== person.id ? (
        <Button kind="outline" aria-haspopup="dialog" onClick={() => setOpen('secondStep')}>
          Remove Second Step
        </Button>
      ) : null}
      {open ? <HelpDialog person={person} isEmail={open === 'email'} onClose={() => setOpen(null)} /> : null}
    </div>
  )
}

function useHelp<Given, Answer>(help: (given: Given) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({ mutationFn: help, onSettled: () => renewPages(client, ['people']) })
}

type Problems = { email?: string | undefined; reason?: string | undefined }
type DialogProps = { person: PersonDetail; isEmail: boolean; onClose: () => void }

function HelpDialog({ person: { id, email: present, hasProvenEmail }, isEmail, onClose }: DialogProps) {
  const [email, setEmail] = useState('')
  const [reason, setReason] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const isExpired = useExpiredSession()
  const help = useHelp(() =>
    isEmail
      ? call(correct, { params: { id }, body: { email, reason } })
      : call(askForRemoval, { params: { id }, body: { reason } }),
  )
  const send = () =>
    help.mutate(undefined, {
      onSuccess: ({ message }) => {
        toast({ title: 'Done', description: message, kind: 'success' })
        onClose()
      },
      onError: (error) => {
        if (isExpired(error)) return
        const fields = error instanceof ApiError ? error.body.fields : undefined
        setProblems(fields ?? { reason: errorMessage(error, 'That did not work. Please try again.') })
      },
    })
  return (
    <FormDialog
      title={isEmail ? 'Correct the Email Address' : 'Remove the Second Step'}
      description={
        isEmail
          ? `We email a link to the new address; nothing changes before it is opened. ${present} then gets an email${hasProvenEmail ? ', and can undo the change for 72 hours' : ''}.`
          : 'For someone who lost their phone, backup codes and passkeys. We tell them now, and they can cancel it. After 72 hours we email them a link that signs them in with their password, and they set up a new second step.'
      }
      onClose={onClose}
      submit={{
        label: help.isPending ? 'Sending...' : isEmail ? 'Send the Link' : 'Schedule the Removal',
        isDisabled: help.isPending,
      }}
      onSubmit={send}
    >
      {isEmail ? (
        <Field label="New email address" error={problems.email} required>
          {(control) => (
            <Input
              {...control}
              type="email"
              autoComplete="off"
              value={email}
              onChange={({ target }) => {
                setEmail(target.value)
                setProblems({})
              }}
            />
          )}
        </Field>
      ) : null}
      <Field label="How do you know it is them?" error={problems.reason} required>
        {(control) => (
          <Textarea
            {...control}
            limit={1000}
            value={reason}
            onChange={({ target }) => {
              setReason(target.value)
              setProblems({})
            }}
          />
        )}
      </Field>
    </FormDialog>
  )
}
