import type { Statement } from '@touchline/contract/payouts.ts'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { monthInWords } from '#ui/dates.ts'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { catchLostFocus } from '#ui/focus-return.ts'
import { inDollars } from './payout-words.ts'
import { RecordDialog } from './record-dialog.tsx'
import { useApprove, useSendByHand, useTakeBack } from './requests.ts'
import { useDone } from './use-done.ts'

/** What an admin can do with a statement as it stands. */
export function PayoutActions({ statement }: { statement: Statement }) {
  const { state, payout } = statement
  const waits = state === 'approved'
  return (
    <>
      {statement.isApprovable ? <Approve statement={statement} /> : null}
      {waits && payout?.method === 'manual' ? <Record statement={statement} /> : null}
      {waits && payout?.method === 'transfer' ? <SendByHand statement={statement} /> : null}
      {waits ? <TakeBack statement={statement} /> : null}
    </>
  )
}

function Approve({ statement }: { statement: Statement }) {
  const [isOpen, setOpen] = useState(false)
  const approve = useApprove()
  const whenDone = useDone()
  const amount = inDollars(statement.payableCents)
  const approveNow = async () => {
    const done = { title: 'Payout Approved', description: `${amount} may go out.` }
    await whenDone(approve.mutateAsync(statement), done)
    setOpen(false)
  }
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Approve {amount}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={`Approve ${amount}?`}
        description={`This pays out what is payable for ${monthInWords(statement.month)}: by transfer if the creator has an account at the provider, otherwise you send it by hand and record it here.`}
      >
        <DialogActions>
          <Button kind="outline" onClick={() => setOpen(false)}>
            Cancel
          </Button>
          <Button disabled={approve.isPending} onClick={() => void approveNow()}>
            {approve.isPending ? 'Approving…' : `Approve ${amount}`}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}

function Record({ statement }: { statement: Statement }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Record Payment
      </Button>
      <RecordDialog statement={statement} open={isOpen} onOpenChange={setOpen} />
    </>
  )
}

/** Stops the transfer first: money sent by hand while it may still go out would be paid twice. */
function SendByHand({ statement }: { statement: Statement }) {
  const [isOpen, setOpen] = useState(false)
  const sendByHand = useSendByHand()
  const whenDone = useDone()
  const amount = inDollars(statement.payout?.amountCents ?? statement.payableCents)
  const stopTransfer = async () => {
    const done = {
      title: 'Transfer Stopped',
      description: `Now send ${amount} and record its reference here.`,
    }
    await whenDone(sendByHand.mutateAsync(statement.id), done)
    setOpen(false)
  }
  return (
    <>
      <Button kind="outline" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Send by Hand Instead
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Stop the transfer?"
        description={`The ${amount} will not be transferred any more. Do not send anything before this page says that it waits for you to send it.`}
      >
        <DialogActions>
          <Button kind="outline" onClick={() => setOpen(false)}>
            Cancel
          </Button>
          <Button disabled={sendByHand.isPending} onClick={() => void stopTransfer()}>
            {sendByHand.isPending ? 'Stopping…' : 'Stop the Transfer'}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}

function TakeBack({ statement }: { statement: Statement }) {
  const takeBack = useTakeBack()
  const whenDone = useDone()
  const takeBackNow = async () => {
    const done = { title: 'Approval Taken Back', description: 'The money is payable again.' }
    if (await whenDone(takeBack.mutateAsync(statement.id), done)) catchLostFocus()
  }
  return (
    <Button kind="outline" disabled={takeBack.isPending} onClick={() => void takeBackNow()}>
      {takeBack.isPending ? 'Taking back…' : 'Take Approval Back'}
    </Button>
  )
}
