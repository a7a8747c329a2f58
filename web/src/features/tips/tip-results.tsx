import { useCreatorName } from '#session/creator-name.ts'
import { useSite } from '#session/site.ts'
import { Button } from '#ui/button.tsx'
import { DialogActions } from '#ui/dialog.tsx'
import { formatDollars } from '#ui/dollars.ts'
import { OfficialCard } from '#ui/official-card.tsx'
import { tipDialog } from './the-tip-dialog.ts'
import { UpdateMethodButton } from './update-method-button.tsx'

/** Says thank you. */
export function TipSucceeded() {
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

/** Says which card was declined, and what can be done about it. */
export function TipDeclined({ declined, mayTryAgain }: Declined) {
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
