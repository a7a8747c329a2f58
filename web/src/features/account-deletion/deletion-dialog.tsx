import { deletionMessage, deletionMessageLimit } from '@touchline/contract/account-deletion.ts'
import { useState } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { useSite } from '#site/site.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { useDeletionChange } from './requests.ts'

/** Returns a mailto link with a draft to support. */
function supportDraft(supportEmail: string, from: string, message: string): string {
  const body = `Please delete my account (${from}).\n\n${message}`
  return `mailto:${supportEmail}?subject=${encodeURIComponent('Account Deletion Request')}&body=${encodeURIComponent(body)}`
}

/** Keeps the text when sending fails. */
export function DeletionDialog({ onClose }: { onClose: () => void }) {
  const { supportEmail } = useSite()
  const { email } = useSignedInViewer()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const change = useDeletionChange()
  const isExpired = useExpiredSession()
  const send = () => {
    const message = deletionMessage.safeParse(typed)
    if (!message.success) {
      const description = message.error.issues[0]?.message ?? ''
      setProblem(description)
      toast({ title: 'Message Required', description, kind: 'destructive' })
      return
    }
    change.mutate(message.data, {
      onSuccess: () => {
        toast({
          title: 'Request Received',
          description: 'We have emailed you a link to confirm it.',
          kind: 'success',
        })
        onClose()
        if (supportEmail) window.location.assign(supportDraft(supportEmail, email, message.data))
      },
      onError: (error) => {
        if (isExpired(error)) return
        setProblem(errorMessage(error, 'Your request could not be sent. Please try again.'))
      },
    })
  }
  return (
    <FormDialog
      title="Request Account Deletion"
      description={`Your request is recorded${supportEmail ? ', and a draft of it to support opens in your email program' : ''}. Nothing is deleted until you open the link we email you; after that you have two weeks to change your mind.`}
      onClose={onClose}
      submit={{
        label: change.isPending ? 'Sending...' : 'Send Request',
        isDisabled: change.isPending,
        kind: 'danger',
      }}
      onSubmit={send}
    >
      <Field label="Why do you want to leave?" error={problem} required>
        {(control) => (
          <Textarea
            {...control}
            limit={deletionMessageLimit}
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
