import type { Statement } from '@touchline/contract/payouts.ts'
import { Button } from '#ui/button.tsx'
import { formatMonth } from '#ui/dates.ts'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { inDollars } from './payout-text.ts'
import { useApprove } from './requests.ts'
import { useChangeToast } from './use-change-toast.ts'

export type StatementDialog = {
  statement: Statement
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function ApproveDialog({ statement, open, onOpenChange }: StatementDialog) {
  const approve = useApprove()
  const whenDone = useChangeToast()
  const amount = inDollars(statement.payableCents)
  const approveNow = async () => {
    const done = { title: 'Payout Approved', description: `${amount} may go out.` }
    await whenDone(approve.mutateAsync(statement), done)
    onOpenChange(false)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Approve ${amount}?`}
      description={`This pays out what is payable for ${formatMonth(statement.month)}: by transfer if the creator has an account at the provider, otherwise you send it by hand and record it here.`}
    >
      <DialogActions>
        <Button kind="outline" onClick={() => onOpenChange(false)}>
          Cancel
        </Button>
        <Button disabled={approve.isPending} onClick={() => void approveNow()}>
          {approve.isPending ? 'Approving…' : `Approve ${amount}`}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
