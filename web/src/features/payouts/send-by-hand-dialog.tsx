import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import type { StatementDialog } from './approve-dialog.tsx'
import { inDollars } from './payout-text.ts'
import { useSendByHand } from './requests.ts'
import { useChangeToast } from './use-change-toast.ts'

/** Stops the transfer first, so that money sent by hand is not paid twice. */
export function SendByHandDialog({ statement, open, onOpenChange }: StatementDialog) {
  const sendByHand = useSendByHand()
  const whenDone = useChangeToast()
  const amount = inDollars(statement.payout?.amountCents ?? statement.payableCents)
  const stopTransfer = async () => {
    const done = {
      title: 'Transfer Stopped',
      description: `Now send ${amount} and record its reference here.`,
    }
    await whenDone(sendByHand.mutateAsync(statement.id), done)
    onOpenChange(false)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Stop the transfer?"
      description={`The ${amount} will not be transferred any more. Do not send anything before this page says that it waits for you to send it.`}
    >
      <DialogActions>
        <Button kind="outline" onClick={() => onOpenChange(false)}>
          Cancel
        </Button>
        <Button disabled={sendByHand.isPending} onClick={() => void stopTransfer()}>
          {sendByHand.isPending ? 'Stopping…' : 'Stop the Transfer'}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
