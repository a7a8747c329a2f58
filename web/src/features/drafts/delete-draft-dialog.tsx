import { AlertDialog } from '#ui/alert-dialog.tsx'

type Props = { onOpenChange: (open: boolean) => void; onConfirm: () => void }

export function DeleteDraftDialog(props: Props) {
  return (
    <AlertDialog
      open
      title="Delete Draft"
      description="Are you sure you want to delete this draft? Its file goes with it. This action cannot be undone."
      confirmLabel="Delete"
      {...props}
    />
  )
}
