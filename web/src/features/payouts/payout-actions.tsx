import type { Statement } from '@touchline/contract/payouts.ts'
import { Button } from '#ui/button.tsx'
import { DialogButton, lazyDialog } from '#ui/dialog-button.tsx'
import { catchLostFocus } from '#ui/focus-return.ts'
import type { StatementDialog } from './approve-dialog.tsx'
import { inDollars } from './payout-text.ts'
import { useReversePayout } from './requests.ts'
import { useChangeToast } from './use-change-toast.ts'

type Given = Pick<StatementDialog, 'statement'>

const approveDialog = lazyDialog<Given>(async () => (await import('./approve-dialog.tsx')).ApproveDialog)
const recordDialog = lazyDialog<Given>(async () => (await import('./record-dialog.tsx')).RecordDialog)
const sendByHandDialog = lazyDialog<Given>(
  async () => (await import('./send-by-hand-dialog.tsx')).SendByHandDialog,
)

export function PayoutActions({ statement }: { statement: Statement }) {
  const { state, payout } = statement
  const waits = state === 'approved'
  return (
    <>
      {statement.isApprovable ? (
        <DialogButton dialog={approveDialog} given={{ statement }}>
          Approve {inDollars(statement.payableCents)}
        </DialogButton>
      ) : null}
      {waits && payout?.method === 'manual' ? (
        <DialogButton dialog={recordDialog} given={{ statement }}>
          Record Payment
        </DialogButton>
      ) : null}
      {waits && payout?.method === 'transfer' ? (
        <DialogButton kind="outline" dialog={sendByHandDialog} given={{ statement }}>
          Send by Hand Instead
        </DialogButton>
      ) : null}
      {waits ? <TakeBack statement={statement} /> : null}
    </>
  )
}

function TakeBack({ statement }: { statement: Statement }) {
  const reverse = useReversePayout()
  const whenDone = useChangeToast()
  const reverseNow = async () => {
    const done = { title: 'Approval Reversed', description: 'The money is payable again.' }
    if (await whenDone(reverse.mutateAsync(statement.id), done)) catchLostFocus()
  }
  return (
    <Button kind="outline" disabled={reverse.isPending} onClick={() => void reverseNow()}>
      {reverse.isPending ? 'Taking back…' : 'Take Approval Back'}
    </Button>
  )
}
