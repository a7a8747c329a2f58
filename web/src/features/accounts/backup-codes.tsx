import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast-store.ts'

type Props = { codes: string[]; onDone: () => void }

export function BackupCodes({ codes, onDone }: Props) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      toast({
        title: 'Codes copied',
        description: 'Keep them where you keep your passwords.',
        kind: 'success',
      })
    } catch {
      toast({ title: 'Not copied', description: 'Please write the codes down.', kind: 'destructive' })
    }
  }
  return (
    <div className="mt-4 grid justify-items-start gap-4">
      <p aria-live="polite">
        Keep these backup codes somewhere safe. Each one signs you in once when you do not have your phone.
        They will not be shown again.
      </p>
      <ul className="board grid grid-cols-2 gap-x-6 gap-y-1 select-all" aria-label="Backup codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button kind="outline" onClick={() => void copy()}>
          Copy Codes
        </Button>
        <Button onClick={onDone}>I Have Saved Them</Button>
      </div>
    </div>
  )
}
