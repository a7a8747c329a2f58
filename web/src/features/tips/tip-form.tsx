import { useQuery } from '@tanstack/react-query'
import { tipMessageMax } from '@touchline/contract/tips.ts'
import type { useDraft } from '#drafting/draft.ts'
import { SandboxNotice } from '#site/sandbox-notice.tsx'
import { useCreatorName } from '#people/names.ts'
import { useSite } from '#site/site.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { Button } from '#ui/button.tsx'
import { DialogActions } from '#ui/dialog.tsx'
import { formatDollars } from '#ui/dollars.ts'
import { Field } from '#ui/field.tsx'
import { MethodName } from '#ui/method-name.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { tipMethodQuery } from './requests.ts'
import { tipDialog } from './shared-tip-dialog.ts'
import type { TipState } from './tip-machine.ts'
import { UpdateMethodButton } from './update-method-button.tsx'

type Props = { state: TipState; message: ReturnType<typeof useDraft> }

/** The fixed amount and an optional message. */
export function TipForm({ state, message }: Props) {
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
        if (!isTooLong) void tipDialog.press({ amount: tipAmount, message: message.text, senderId })
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
