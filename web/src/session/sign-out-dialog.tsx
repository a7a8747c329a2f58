import { AlertDialog } from '#ui/alert-dialog.tsx'
import type { OpenedDialog } from '#ui/dialog-button.tsx'
import { unsentOf } from './kept-texts.ts'
import { useTextsUnder } from './use-kept-texts.ts'

type Props = OpenedDialog & { personId: string; onConfirm: () => void }

const lossOf = (count: number) =>
  count === 0
    ? 'Every comment that waited was sent meanwhile.'
    : count === 1
      ? 'One comment was not sent yet. It is lost when you sign out.'
      : `${count} comments were not sent yet. They are lost when you sign out.`

/** Asks before comments are lost that a person posted and the server does not have. */
export function SignOutDialog({ personId, ...props }: Props) {
  const count = useTextsUnder(unsentOf(personId)).length
  return (
    <AlertDialog
      {...props}
      title="Sign out?"
      description={lossOf(count)}
      cancelLabel="Stay"
      confirmLabel="Sign out"
    />
  )
}
