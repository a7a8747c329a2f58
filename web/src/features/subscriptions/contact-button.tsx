import { useSlots } from '#slots.ts'
import { DialogButton } from '#ui/dialog-button.tsx'

export function ContactButton() {
  const { contactSupport } = useSlots()
  return (
    <DialogButton kind="outline" size="large" dialog={contactSupport}>
      Contact Support
    </DialogButton>
  )
}
