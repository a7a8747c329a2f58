import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '#router/router-provider.tsx'
import { tipMessageMax } from '@touchline/contract/tips.ts'
import { useEffect, useEffectEvent, useRef } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { useDraft } from '#drafting/draft.ts'
import { paths } from '#paths.ts'
import { useCreatorName } from '#people/names.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { SandboxNotice } from '#site/sandbox-notice.tsx'
import { useSite } from '#site/site.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { formatDollars } from '#ui/dollars.ts'
import { Field } from '#ui/field.tsx'
import { MethodName } from '#ui/method-name.tsx'
import { OfficialCard } from '#ui/official-card.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { renewTips, tipMethodQuery } from './requests.ts'
import { type TipEvent, type TipState, tipDialog, useTipState } from './tip-store.ts'

/** Closes the tip dialog and opens the payment settings. */
function UpdateMethodButton({ isMain = false }: { isMain?: boolean }) {
  const navigate = useNavigate()
  return (
    <Button
      kind={isMain ? 'primary' : 'outline'}
      onClick={() => {
        tipDialog.close()
        void navigate({ href: `${paths.settings}?section=payment` })
      }}
    >
      Update Payment Method
    </Button>
  )
}

type FormProps = { state: TipState; message: ReturnType<typeof useDraft> }

function TipForm({ state, message }: FormProps) {
  const { tipAmount } = useSite()
  const creatorName = useCreatorName()
  const { id: senderId } = useSignedInViewer()
  const method = useQuery(tipMethodQuery).data?.method
  const isBusy = state.at !== 'writing'
  const isTooLong = Array.from(message.text.trim()).length > tipMessageMax
  const amount = formatDollars(tipAmount)
  return (
    <form
      className="mt-4 grid grid-cols-1 gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isTooLong) void tipDialog.submit({ amount: tipAmount, message: message.text, senderId })
      }}
    >
      <SandboxNotice />
      <div className="flex items-end justify-between gap-4 rounded-card bg-bench p-4">
        <p className="text-sm text-muted">
          To <span className="font-semibold text-chalk">{creatorName}</span>
          <br />
          from {method ? <MethodName method={method} /> : 'your saved payment method'}
        </p>
        <p className="board text-3xl leading-none">{amount}</p>
      </div>
      <Field label="Message (optional)">
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            readOnly={isBusy}
            limit={tipMessageMax}
            placeholder="Add a message..."
            value={message.text}
            onChange={(event) => message.change(event.target.value)}
          />
        )}
      </Field>
      {state.at === 'writing' && state.needsMethod ? (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-3 text-sm text-caution">
          There is no payment method on file.
          <UpdateMethodButton />
        </div>
      ) : null}
      <DialogActions>
        <Button type="submit" wide size="large" disabled={isTooLong} aria-disabled={isBusy}>
          {isBusy ? 'Sending...' : `Send ${amount} Tip`}
        </Button>
      </DialogActions>
    </form>
  )
}

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
  const handle = useEffectEvent((event: TipEvent, error?: unknown) => {
    if (event.type === 'completed') clearMessage()
    if (event.type === 'declined') failed(event.error)
    if (event.type === 'refused' && !isExpired(error))
      failed(errorMessage(error, 'Failed to send tip. Please try again.'))
    if (changesTips.has(event.type)) void renewTips(client)
  })
  useEffect(() => tipDialog.onEvent((event, error) => handle(event, error)), [])
}

const changesTips = new Set<TipEvent['type']>(['completed', 'declined', 'checking', 'bankAsks'])

const titles: Partial<Record<TipState['at'], string>> = {
  success: 'Tip Sent!',
  failure: 'Tip Failed',
  retry_failure: 'Tip Failed',
  checking: 'Checking Your Tip',
  asking: 'One More Step',
}

/** The tip dialog in all states. Each result is a separate dialog, so that screen readers announce it. */
export function TipDialog() {
  const state = useTipState()
  const message = useDraft('tip')
  useTipEvents(message.clear)
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
