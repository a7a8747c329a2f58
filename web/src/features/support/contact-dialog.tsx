import { useMutation, useQueryClient } from '@tanstack/react-query'
import { contact } from '@touchline/contract/support.ts'
import { type SubmitEvent, useState } from 'react'
import { ApiError, errorMessage } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { useSite } from '#site/site.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast, type ToastMessage } from '#ui/toast-store.ts'

export type ContactMessage = { name: string; email: string; message: string }

type Problems = Partial<Record<keyof ContactMessage, string>>

export type Sender = Pick<ContactMessage, 'name' | 'email'>

const unknown: Sender = { name: '', email: '' }

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  from?: Sender | null
  sentToast: (sent: ContactMessage) => ToastMessage
}

/** Keeps the text when sending fails. */
export function ContactDialog({ open, onOpenChange, title, from, sentToast }: Props) {
  const blank = { ...(from ?? unknown), message: '' }
  const { supportEmail } = useSite()
  const [typed, setTyped] = useState(blank)
  const [problems, setProblems] = useState<Problems>({})
  const isFilled = Object.values(typed).every((value) => value.trim() !== '')
  const client = useQueryClient()
  const send = useMutation({
    mutationFn: (body: ContactMessage) => call(contact, { body }),
    onSuccess: (_reply, sent) => {
      toast({ kind: 'success', ...sentToast(sent) })
      setTyped(blank)
      onOpenChange(false)
      void client.invalidateQueries({ queryKey: ['support', 'mine'] })
    },
    onError: (error) => {
      if (error instanceof ApiError) setProblems(error.body.fields ?? {})
      toast({
        title: 'Error',
        description: errorMessage(error, 'Your message could not be sent. Please try again.'),
        kind: 'destructive',
      })
    },
  })
  const controlOf = (name: keyof ContactMessage) => ({
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) => {
      setTyped({ ...typed, [name]: target.value })
      setProblems({ ...problems, [name]: undefined })
    },
  })
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isFilled && !send.isPending) send.mutate(typed)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={`Messages go to ${supportEmail ?? 'the people who run this site'}.`}
    >
      <form noValidate onSubmit={submit} className="mt-5 grid gap-4">
        <Field label="Name" error={problems.name}>
          {(c) => <Input {...c} autoComplete="name" {...controlOf('name')} />}
        </Field>
        <Field label="Email" error={problems.email}>
          {(c) => <Input {...c} type="email" autoComplete="email" {...controlOf('email')} />}
        </Field>
        <Field label="Message" error={problems.message}>
          {(c) => <Textarea {...c} {...controlOf('message')} />}
        </Field>
        <DialogActions>
          <Button kind="outline" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" disabled={!isFilled || send.isPending}>
            Send Message
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
