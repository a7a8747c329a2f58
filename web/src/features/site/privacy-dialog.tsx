import { document as privacy } from '@touchline/content/privacy.md'
import type { OpenedDialog } from '#ui/dialog-button.tsx'
import { LegalDialog } from './legal-dialog.tsx'

/** The text of content/privacy.md in a dialog. */
export function PrivacyDialog(props: OpenedDialog) {
  return <LegalDialog text={privacy} {...props} />
}
