import type { Webhook } from '@touchline/contract/webhooks.ts'
import { lazy, Suspense, useState } from 'react'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { Badge, type BadgeLook } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { localTime } from '#ui/dates.ts'
import { toast } from '#ui/toast-store.ts'
import { useRemoveWebhook, useRotateSecret, useSendTest, useSetState } from './requests.ts'
import { SecretDialog } from './secret-dialog.tsx'
import { useShowFailure } from './use-show-failure.ts'

const Deliveries = lazy(async () => ({ default: (await import('./deliveries.tsx')).Deliveries }))
const WebhookDialog = lazy(async () => ({ default: (await import('./webhook-dialog.tsx')).WebhookDialog }))

const states: Record<Webhook['state'], { text: string; look: BadgeLook }> = {
  on: { text: 'On', look: 'turf' },
  off: { text: 'Off', look: 'line' },
  disabled: { text: 'Switched off after failures', look: 'caution' },
}

export function WebhooksSection({ webhooks }: { webhooks: Webhook[] }) {
  const [edited, setEdited] = useState<Webhook | 'new' | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <Card aria-labelledby="webhooks-title">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="webhooks-title" className="text-xl">
          Webhooks
        </h2>
        <Button kind="outline" aria-haspopup="dialog" onClick={() => setEdited('new')}>
          New Webhook
        </Button>
      </div>
      <p className="mt-3 text-muted">
        Events are sent within a minute, in order for each person, and retried for days while the receiver is
        down.
      </p>
      <ul className="mt-3 divide-y divide-line empty:hidden">
        {webhooks.map((webhook) => (
          <WebhookRow
            key={webhook.id}
            webhook={webhook}
            onEdit={() => setEdited(webhook)}
            onSecret={setSecret}
          />
        ))}
      </ul>
      {edited ? (
        <Suspense fallback={null}>
          <WebhookDialog
            webhook={edited === 'new' ? null : edited}
            onClose={() => setEdited(null)}
            onMade={(made) => {
              setEdited(null)
              setSecret(made)
            }}
          />
        </Suspense>
      ) : null}
      {secret ? (
        <SecretDialog title="New Signing Secret" secret={secret} onClose={() => setSecret(null)} />
      ) : null}
    </Card>
  )
}

type RowProps = { webhook: Webhook; onEdit: () => void; onSecret: (secret: string) => void }

function WebhookRow({ webhook, onEdit, onSecret }: RowProps) {
  const { id, url, events, includesEmail, state, failingSince, previousSecretUntil, waiting, failed } =
    webhook
  const [question, setQuestion] = useState<'rotate' | 'remove' | null>(null)
  const onError = useShowFailure()
  const [setState, rotate, remove, test] = [
    useSetState(),
    useRotateSecret(),
    useRemoveWebhook(),
    useSendTest(),
  ]
  const { host } = new URL(url)
  const { text, look } = states[state]
  const isOn = state === 'on'
  const sendTest = () =>
    test.mutate(id, {
      onError,
      onSuccess: ({ problem, responseStatus }) =>
        toast(
          problem
            ? { title: 'Test Failed', description: problem, kind: 'destructive' }
            : { title: 'Test Received', description: `The response was ${responseStatus}.`, kind: 'success' },
        ),
    })
  const facts = [
    events.join(', '),
    includesEmail && 'with email addresses',
    waiting > 0 && `${waiting} waiting`,
    failed > 0 && `${failed} failed`,
    failingSince && `failing since ${localTime(failingSince)}`,
    previousSecretUntil && `the previous secret also signs until ${localTime(previousSecretUntil)}`,
  ]
  return (
    <li className="grid gap-3 py-4">
      <p className="flex flex-wrap items-center gap-2 font-semibold">
        <span className="break-all">{url}</span> <Badge look={look}>{text}</Badge>
      </p>
      <p className="text-sm wrap-anywhere text-muted">{facts.filter(Boolean).join(' · ')}</p>
      <fieldset className="flex flex-wrap gap-2" aria-label={`Actions for ${host}`}>
        <Button kind="outline" disabled={test.isPending} onClick={sendTest}>
          {test.isPending ? 'Sending...' : 'Send a Test'}
        </Button>
        <Button kind="outline" aria-haspopup="dialog" onClick={onEdit}>
          Change
        </Button>
        <Button kind="outline" aria-haspopup="dialog" onClick={() => setQuestion('rotate')}>
          New Secret
        </Button>
        <Button
          kind="outline"
          disabled={setState.isPending}
          onClick={() => setState.mutate({ id, isOn: !isOn }, { onError })}
        >
          {isOn ? 'Switch Off' : 'Switch On'}
        </Button>
        <Button kind="outline" aria-haspopup="dialog" onClick={() => setQuestion('remove')}>
          Delete
        </Button>
      </fieldset>
      <Suspense fallback={null}>
        <Deliveries webhookId={id} />
      </Suspense>
      <AlertDialog
        open={question === 'rotate'}
        onOpenChange={() => setQuestion(null)}
        title={`Make a new secret for ${host}?`}
        description="For a day, deliveries are signed with both secrets. Give the receiver the new one by then."
        confirmLabel="Make New Secret"
        onConfirm={() => rotate.mutate(id, { onSuccess: ({ secret }) => onSecret(secret), onError })}
      />
      <AlertDialog
        open={question === 'remove'}
        onOpenChange={() => setQuestion(null)}
        title={`Delete the webhook to ${host}?`}
        description="Its deliveries are deleted too, and what waits is never sent."
        confirmLabel="Delete Webhook"
        onConfirm={() => remove.mutate(id, { onError })}
      />
    </li>
  )
}
