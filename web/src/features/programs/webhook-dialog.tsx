import { type Webhook, type WebhookEvent, webhookEvents, webhookForm } from '@touchline/contract/webhooks.ts'
import { useState } from 'react'
import { useFormProblems } from '#session/use-form-problems.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field, FieldError } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { useSaveWebhook } from './requests.ts'

const eventTexts: Record<WebhookEvent, string> = {
  'member.joined': 'A member joins, or pays again',
  'member.left': 'A member leaves, or a payment fails',
  'payment.received': 'A month or a tip is paid',
  'payment.refunded': 'A payment is refunded',
  'post.published': 'A post is published',
  'comment.created': 'A comment is written',
}

type Props = { webhook: Webhook | null; onClose: () => void; onMade: (secret: string) => void }

/** Makes a webhook, or changes one. */
export function WebhookDialog({ webhook, onClose, onMade }: Props) {
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [events, setEvents] = useState<WebhookEvent[]>(webhook?.events ?? [])
  const [includesEmail, setIncludesEmail] = useState(webhook?.includesEmail ?? false)
  const { problems, clear, check, showError } = useFormProblems(
    'The webhook could not be saved. Please try again.',
  )
  const save = useSaveWebhook()
  const submit = () => {
    const body = check(webhookForm, { url, events, includesEmail })
    if (!body) return
    save.mutate(
      { id: webhook?.id ?? null, body },
      { onSuccess: (secret) => (secret ? onMade(secret) : onClose()), onError: showError },
    )
  }
  return (
    <FormDialog
      title={webhook ? 'Change Webhook' : 'New Webhook'}
      description="We send each event to this address, signed by the Standard Webhooks convention."
      onClose={onClose}
      submit={{ label: save.isPending ? 'Saving...' : 'Save', isDisabled: save.isPending }}
      onSubmit={submit}
    >
      <Field label="Address" error={problems['url']} required>
        {(control) => (
          <Input
            {...control}
            type="url"
            inputMode="url"
            autoComplete="off"
            placeholder="https://"
            value={url}
            onChange={({ target }) => {
              setUrl(target.value)
              clear()
            }}
          />
        )}
      </Field>
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 text-sm font-semibold">Events</legend>
        {webhookEvents.map((event) => (
          <Checkbox
            key={event}
            label={eventTexts[event]}
            checked={events.includes(event)}
            onChange={(isOn) => {
              setEvents(webhookEvents.filter((one) => (one === event ? isOn : events.includes(one))))
              clear()
            }}
          />
        ))}
        <FieldError id="events-error" message={problems['events']} />
      </fieldset>
      <Checkbox
        label="Include members’ email addresses"
        checked={includesEmail}
        onChange={setIncludesEmail}
      />
      <FormError>{problems['form']}</FormError>
    </FormDialog>
  )
}
