import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { useDraft } from '#session/draft.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { Dialog } from '#ui/dialog.tsx'
import { toast } from '#ui/toast-store.ts'
import { renewTips } from './requests.ts'
import { tipDialog, useTipState } from './the-tip-dialog.ts'
import { TipDeclined, TipSucceeded } from './tip-results.tsx'
import { TipForm } from './tip-form.tsx'
import type { TipEvent, TipState } from './tip-machine.ts'
import { TipWaiting } from './tip-waiting.tsx'

const failed = (description: string) => toast({ title: 'Tip Failed', description, kind: 'destructive' })

/** What a tip changes around the dialog: the lists of tips, the toast, the message once it was sent. */
function useTipNews(forgetMessage: () => void) {
  const client = useQueryClient()
  const isExpired = useExpiredSession()
  const hear = useEffectEvent((event: TipEvent, error?: unknown) => {
    if (event.type === 'completed') forgetMessage()
    if (event.type === 'declined') failed(event.error)
    if (event.type === 'refused' && !isExpired(error))
      failed(sentenceOf(error, 'Failed to send tip. Please try again.'))
    if (changesTips.has(event.type)) void renewTips(client)
  })
  useEffect(() => tipDialog.onEvent((event, error) => hear(event, error)), [])
}

/** After these there is a tip, or one that is not what it was. */
const changesTips = new Set<TipEvent['type']>(['completed', 'declined', 'checking', 'bankAsks'])

const titles: Partial<Record<TipState['at'], string>> = {
  success: 'Tip Sent!',
  failure: 'Tip Failed',
  retry_failure: 'Tip Failed',
  checking: 'Checking Your Tip',
  asking: 'One More Step',
}

/** The tip dialog in all its states. Each result is a dialog of its own, so that it is read out when it appears. */
export function TipDialogView() {
  const state = useTipState()
  const message = useDraft('tip')
  useTipNews(message.forget)
  const opener = useRef<Element | null>(null)
  const { at } = state
  // The bank's question is a dialog of its own.
  const isHidden = at === 'closed' || (at === 'asking' && state.isAsked)
  const title = titles[at] ?? 'Send a Tip'
  return (
    <Dialog
      key={at === 'sending' || at === 'sent' ? 'writing' : at}
      open={!isHidden}
      title={title}
      opener={opener}
      onOpenChange={(open) => {
        if (!open) tipDialog.close()
      }}
    >
      {at === 'success' ? (
        <TipSucceeded />
      ) : at === 'failure' || at === 'retry_failure' ? (
        <TipDeclined declined={state.declined} mayTryAgain={at === 'failure'} />
      ) : at === 'checking' || at === 'asking' ? (
        <TipWaiting state={state} />
      ) : (
        <TipForm state={state} message={message} />
      )}
    </Dialog>
  )
}
