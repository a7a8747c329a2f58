import { AlertDialog } from '#ui/alert-dialog.tsx'

type Props = { name: string; onOpenChange: (open: boolean) => void; onConfirm: () => void }

export function DeleteDraftDialog({ name, ...props }: Props) {
  return (
    <AlertDialog
      open
      title="Delete Draft"
      description={
        <>
          Are you sure you want to delete “<bdi>{name}</bdi>”? Its file goes with it. This action cannot be
          undone.
        </>
      }
      confirmLabel="Delete"
      {...props}
    />
  )
}
