import { AlertDialog } from '#ui/alert-dialog.tsx'
import type { OpenedDialog } from '#ui/dialog-button.tsx'
import { useUnsentCount } from '#drafting/saved-texts.ts'

type Props = OpenedDialog & { personId: string | null; unsavedDrafts: number; onConfirm: () => void }

const lossOfComments = (count: number) =>
  count === 0
    ? 'Every waiting comment has been sent in the meantime.'
    : count === 1
      ? 'One comment has not been sent yet. It will be lost when you sign out.'
      : `${count} comments have not been sent yet. They will be lost when you sign out.`

const lossOfDrafts = (count: number) =>
  count === 1
    ? 'One draft could not be saved. It will be lost when you sign out.'
    : `${count} drafts could not be saved. They will be lost when you sign out.`

/** Asks before unsent comments or unsaved drafts are lost. `personId` is null for an unknown person. */
export function SignOutDialog({ personId, unsavedDrafts, ...props }: Props) {
  const comments = useUnsentCount(personId)
  const losses = [
    ...(unsavedDrafts > 0 ? [lossOfDrafts(unsavedDrafts)] : []),
    ...(unsavedDrafts === 0 || comments > 0 ? [lossOfComments(comments)] : []),
  ]
  return (
    <AlertDialog
      {...props}
      title="Sign out?"
      description={losses.join(' ')}
      cancelLabel="Stay"
      confirmLabel="Sign out"
    />
  )
}
