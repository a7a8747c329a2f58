import { document as terms } from '@touchline/content/terms.md'
import type { OpenedDialog } from '#ui/dialog-button.tsx'
import { LegalDialog } from './legal-dialog.tsx'

/** The text of content/terms.md in a dialog. */
export function TermsDialog(props: OpenedDialog) {
  return <LegalDialog text={terms} {...props} />
}
