import { Button } from '#ui/button.tsx'
import { DialogActions } from '#ui/dialog.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { tipDialog } from './the-tip-dialog.ts'
import type { TipState } from './tip-machine.ts'

/** While the provider or the bank has not decided: says what is being waited for. */
export function TipWaiting({ state }: { state: TipState }) {
  if (state.at === 'asking')
    return (
      <>
        <p className="mt-4 text-muted">
          Your bank has not confirmed this tip yet. You have not been charged.
        </p>
        <DialogActions>
          <Button onClick={() => void tipDialog.confirm()}>Confirm With Your Bank</Button>
        </DialogActions>
      </>
    )
  return (
    <div className="mt-6 flex items-center gap-6">
      <Spinner label="Checking" />
      <p className="min-w-0 flex-1 text-muted">
        Your tip is being checked. This takes a moment; you can close this window and find it under My Tips.
      </p>
    </div>
  )
}
