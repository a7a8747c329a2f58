import { Upload } from 'lucide-react'
import { DialogButton, lazyDialog } from '#ui/dialog-button.tsx'

const uploadDialog = lazyDialog(async () => (await import('./upload-dialog.tsx')).UploadDialog)

export function UploadButton() {
  return (
    <DialogButton dialog={uploadDialog}>
      <Upload size={18} aria-hidden /> Upload Content
    </DialogButton>
  )
}
