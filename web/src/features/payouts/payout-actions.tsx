import type { Statement } from '@touchline/contract/payouts.ts'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { toast } from '#ui/toast-store.ts'
import { inDollars, monthInWords } from './payout-words.ts'
import { RecordDialog } from './record-dialog.tsx'
import { useApprove, useTakeBack } from './requests.ts'

/** Tells what could not be done, unless the session is over, which the page around tells. */
export function useSayProblem() {
  const isExpired = useExpiredSession()
  return (error: unknown) => {
    if (isExpired(error)) return
    const description = sentenceOf(error, 'Please check your internet connection and try again.')
    toast({ title: 'Nothing was changed', description, kind: 'destructive' })
  }
}

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
  const sayProblem = useSayProblem()
  const amount = inDollars(statement.payableCents)
  const approveNow = () =>
    approve.mutate(statement, {
      onSuccess: () =>
        toast({ title: 'Payout Approved', description: `${amount} may go out.`, kind: 'success' }),
      onError: sayProblem,
      onSettled: () => setOpen(false),
    })
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
          <Button disabled={approve.isPending} onClick={approveNow}>
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
  const sayProblem = useSayProblem()
  const takeBackNow = () =>
    takeBack.mutate(statement.id, {
      onSuccess: () =>
        toast({ title: 'Approval Taken Back', description: 'The money is payable again.', kind: 'success' }),
      onError: sayProblem,
    })
  return (
    <Button kind="outline" disabled={takeBack.isPending} onClick={takeBackNow}>
      {takeBack.isPending ? 'Taking back…' : 'Take Approval Back'}
    </Button>
  )
}
