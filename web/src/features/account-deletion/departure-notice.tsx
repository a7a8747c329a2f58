import type { Departure } from '@touchline/contract/account-deletion.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { Button } from '#ui/button.tsx'
import { localDay, localTime } from '#ui/dates.ts'

type Props = { departure: Departure; isUndoing: boolean; onUndo: () => void; onConfirm: () => void }

/** How a request stands, and the way to take it back while there is one. */
export function DepartureNotice({ departure, isUndoing, onUndo, onConfirm }: Props) {
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
