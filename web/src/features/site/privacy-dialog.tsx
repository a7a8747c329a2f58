import { useDocument } from '#site/document.ts'
import type { OpenedDialog } from '#ui/dialog-button.tsx'
import { LegalDialog } from './legal-dialog.tsx'

export function PrivacyDialog(props: OpenedDialog) {
  return <LegalDialog text={useDocument('privacy')} {...props} />
}
