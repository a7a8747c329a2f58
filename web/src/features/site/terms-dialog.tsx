import { useDocument } from '#site/document.ts'
import type { OpenedDialog } from '#ui/dialog-button.tsx'
import { LegalDialog } from './legal-dialog.tsx'

export function TermsDialog(props: OpenedDialog) {
  return <LegalDialog text={useDocument('terms')} {...props} />
}
