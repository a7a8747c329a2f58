import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { toast } from '#ui/toast-store.ts'

type Props = { title: string; secret: string; onClose: () => void }

/** Shows a new secret, this once. */
export function SecretDialog({ title, secret, onClose }: Props) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret)
      toast({ title: 'Copied', description: 'Keep it where the program keeps its secrets.', kind: 'success' })
    } catch {
      toast({
        title: 'Not Copied',
        description: 'Please select the secret and copy it.',
        kind: 'destructive',
      })
    }
  }
  return (
    <Dialog
      open
      title={title}
      description="Copy it now. It is not saved in a readable form and will not be shown again."
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
    >
      <p aria-label="Secret" className="board mt-5 rounded-control bg-bench p-3 break-all select-all">
        {secret}
      </p>
      <DialogActions>
        <Button kind="outline" onClick={() => void copy()}>
          Copy
        </Button>
        <Button onClick={onClose}>I Have Saved It</Button>
      </DialogActions>
    </Dialog>
  )
}
