import { removeSaved } from '#offline/remove-saved.ts'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import type { OpenedDialog } from '#ui/dialog-button.tsx'

export function RemoveAllDialog({ postIds, ...opened }: OpenedDialog & { postIds: string[] }) {
  const removeAll = async () => {
    for (const postId of postIds) await removeSaved(postId)
  }
  return (
    <AlertDialog
      {...opened}
      title="Remove All Saved Posts"
      description="The copies in this browser are deleted. The posts themselves stay on the site, and you can save them again."
      confirmLabel="Remove all"
      onConfirm={() => void removeAll()}
    />
  )
}
