import { useQuery } from '@tanstack/react-query'
import type { PendingDeletion } from '@touchline/contract/account-deletion.ts'
import { useState } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { NotLoaded } from '#ui/list-parts.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast-store.ts'
import { DeletionDialog } from './deletion-dialog.tsx'
import { pendingDeletionQuery, useConfirmHere, useDeletionChange } from './requests.ts'
import { localDay, localTime } from '#ui/dates.ts'

type Props = { departure: PendingDeletion; isUndoing: boolean; onUndo: () => void; onConfirm: () => void }

/** The state of a pending request, with a button to cancel it. */
function DepartureNotice({ departure, isUndoing, onUndo, onConfirm }: Props) {
  const { email } = useSignedInViewer()
  return (
    <div className="mt-4 grid justify-items-start gap-4">
      <p aria-live="polite" className="w-full rounded-control border border-line bg-bench p-4">
        {departure.state === 'requested' ? (
          <>
            We have emailed a link to <span className="font-semibold break-all">{email}</span>. Open it by{' '}
            {localTime(departure.confirmBy)} to confirm that you want your account deleted.
          </>
        ) : departure.state === 'confirmed' && departure.dueAt ? (
          <>
            Your account will be deleted on <strong>{localDay(departure.dueAt)}</strong>. Until then you can
            change your mind.
          </>
        ) : (
          'Your account is being deleted.'
        )}
      </p>
      {departure.state === 'erasing' ? null : (
        <Button disabled={isUndoing} onClick={onUndo}>
          Keep My Account
        </Button>
      )}
      {departure.state === 'requested' ? (
        <Button kind="link" aria-haspopup="dialog" onClick={onConfirm}>
          Has the email not arrived? Confirm here
        </Button>
      ) : null}
    </div>
  )
}

export function DangerZone() {
  const { role } = useSignedInViewer()
  return role === 'subscriber' ? <MembersZone /> : null
}

function MembersZone() {
  const { data, isError, refetch } = useQuery({ ...pendingDeletionQuery, throwOnError: false })
  return (
    <Card aria-labelledby="danger-title" className="border-dismissal!">
      <h3 id="danger-title" className="text-xl">
        Danger Zone
      </h3>
      {data ? (
        <Standing departure={data.departure} />
      ) : isError ? (
        <NotLoaded className="mt-4" onRetry={refetch}>
          The state of your deletion request could not be loaded.
        </NotLoaded>
      ) : (
        <Skeleton className="mt-4 h-24" />
      )}
    </Card>
  )
}

function Standing({ departure }: { departure: PendingDeletion | null }) {
  const [isAsking, setAsking] = useState(false)
  const [isConfirming, setConfirming] = useState(false)
  const change = useDeletionChange()
  const confirmHere = useConfirmHere()
  const isExpired = useExpiredSession()
  const sayWhy = (error: unknown) => {
    if (isExpired(error)) return
    const description = errorMessage(error, 'That did not work. Please try again.')
    toast({ title: 'Error', description, kind: 'destructive' })
  }
  const undo = () =>
    change.mutate(null, {
      onSuccess: () =>
        toast({ title: 'Your account stays', description: 'Nothing will be deleted.', kind: 'success' }),
      onError: sayWhy,
    })
  return (
    <>
      {departure ? (
        <DepartureNotice
          departure={departure}
          isUndoing={change.isPending}
          onUndo={undo}
          onConfirm={() => setConfirming(true)}
        />
      ) : null}
      {departure && departure.state !== 'requested' ? null : (
        <>
          {departure ? null : (
            <p className="mt-2 text-muted">
              Deletes your account with your comments, likes and messages. Your subscription is canceled
              first; records of payments stay without your name. After two weeks no one can bring it back.
            </p>
          )}
          <Button
            kind={departure ? 'outline' : 'danger'}
            className="mt-4"
            aria-haspopup="dialog"
            onClick={() => setAsking(true)}
          >
            {departure ? 'Send a New Link' : 'Request Account Deletion'}
          </Button>
        </>
      )}
      <AlertDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title="Delete your account?"
        description="Your subscription is canceled now. In two weeks, or when what you paid for ends, your account and what you wrote are gone for good. We ask for your password or a passkey instead of the email."
        confirmLabel="Delete My Account"
        onConfirm={() => confirmHere.mutate(undefined, { onError: sayWhy })}
      />
      {isAsking ? <DeletionDialog onClose={() => setAsking(false)} /> : null}
    </>
  )
}
