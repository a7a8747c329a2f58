import { useNavigate } from '@tanstack/react-router'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { tipDialog } from './shared-tip-dialog.ts'

/** Closes the tip dialog and opens the payment settings. */
export function UpdateMethodButton({ isMain = false }: { isMain?: boolean }) {
  const navigate = useNavigate()
  return (
    <Button
      kind={isMain ? 'primary' : 'outline'}
      onClick={() => {
        tipDialog.close()
        void navigate({ href: `${paths.settings}?section=payment` })
      }}
    >
      Update Payment Method
    </Button>
  )
}
