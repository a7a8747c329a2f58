import type { Statement } from '@touchline/contract/payouts.ts'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { inDollars, monthInWords } from './payout-words.ts'
import { RecordDialog } from './record-dialog.tsx'
import { useApprove, useTakeBack } from './requests.ts'
import { useDone } from './use-done.ts'

/** What an admin can do with a statement as it stands. */
export function PayoutActions({ statement }: { statement: Statement }) {
  const waits = statement.state === 'approved'
  return (
    <>
      {statement.isApprovable ? <Approve statement={statement} /> : null}
      {waits ? <Record statement={statement} /> : null}
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

function TakeBack({ statement }: { statement: Statement }) {
  const takeBack = useTakeBack()
  const whenDone = useDone()
  const takeBackNow = () =>
    whenDone(takeBack.mutateAsync(statement.id), {
      title: 'Approval Taken Back',
      description: 'The money is payable again.',
    })
  return (
    <Button kind="outline" disabled={takeBack.isPending} onClick={() => void takeBackNow()}>
      {takeBack.isPending ? 'Taking back…' : 'Take Approval Back'}
    </Button>
  )
}
