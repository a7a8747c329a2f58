import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { useDraft } from '#drafting/draft.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { toast } from '#ui/toast-store.ts'
import { renewTips } from './requests.ts'
import { tipDialog, useTipState } from './shared-tip-dialog.ts'
import { TipForm } from './tip-form.tsx'
import type { TipEvent, TipState } from './tip-machine.ts'
import { Button } from '#ui/button.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useCreatorName } from '#people/names.ts'
import { useSite } from '#site/site.ts'
import { formatDollars } from '#ui/dollars.ts'
import { OfficialCard } from '#ui/official-card.tsx'
import { UpdateMethodButton } from './update-method-button.tsx'

/** Success dialog. */
function TipSucceeded() {
  const { tipAmount } = useSite()
  const creatorName = useCreatorName()
  return (
    <div className="mt-6 flex items-center gap-6">
      <OfficialCard colour="green" className="text-3xl" />
      <p>
        Your {formatDollars(tipAmount)} tip reached {creatorName}. Thank you for your support.
      </p>
    </div>
  )
}

type Declined = { declined: string; mayTryAgain: boolean }

/** Failure dialog: the declined card and what to do. */
function TipDeclined({ declined, mayTryAgain }: Declined) {
  return (
    <>
      <div className="mt-6 flex items-center gap-6">
        <OfficialCard colour={mayTryAgain ? 'yellow' : 'red'} className="text-3xl" />
        <p role="alert" className="min-w-0 flex-1">
          {declined}
        </p>
      </div>
      <DialogActions>
        <UpdateMethodButton isMain={!mayTryAgain} />
        {mayTryAgain ? <Button onClick={tipDialog.tryAgain}>Try Again</Button> : null}
      </DialogActions>
    </>
  )
}

/** Shown while the provider or the bank has not decided. */
function TipWaiting({ state }: { state: TipState }) {
  if (state.at === 'asking')
    return (
      <>
        <p className="mt-4 text-muted">
          Your bank has not confirmed this tip yet. You have not been charged.
        </p>
        <DialogActions>
          <Button onClick={() => void tipDialog.confirm()}>Confirm With Your Bank</Button>
        </DialogActions>
      </>
    )
  return (
    <div className="mt-6 flex items-center gap-6">
      <Spinner label="Checking" />
      <p className="min-w-0 flex-1 text-muted">
        Your tip is being checked. This takes a moment; you can close this window and find it under My Tips.
      </p>
    </div>
  )
}

const failed = (description: string) => toast({ title: 'Tip Failed', description, kind: 'destructive' })

/** Refetches tip lists, shows toasts and clears the message after a tip. */
function useTipEvents(clearMessage: () => void) {
  const client = useQueryClient()
  const isExpired = useExpiredSession()
  const hear = useEffectEvent((event: TipEvent, error?: unknown) => {
    if (event.type === 'completed') clearMessage()
    if (event.type === 'declined') failed(event.error)
    if (event.type === 'refused' && !isExpired(error))
      failed(errorMessage(error, 'Failed to send tip. Please try again.'))
    if (changesTips.has(event.type)) void renewTips(client)
  })
  useEffect(() => tipDialog.onEvent((event, error) => hear(event, error)), [])
}

/** Events after which tip lists have changed. */
const changesTips = new Set<TipEvent['type']>(['completed', 'declined', 'checking', 'bankAsks'])

const titles: Partial<Record<TipState['at'], string>> = {
  success: 'Tip Sent!',
  failure: 'Tip Failed',
  retry_failure: 'Tip Failed',
  checking: 'Checking Your Tip',
  asking: 'One More Step',
}

/** The tip dialog in all states. Each result is a separate dialog, so that screen readers announce it. */
export function TipDialogView() {
  const state = useTipState()
  const message = useDraft('tip')
  useTipEvents(message.forget)
  const opener = useRef<Element | null>(null)
  const { at } = state
  // The bank shows a dialog of its own.
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
