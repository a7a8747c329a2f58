import { errorMessage } from '#api/api-error.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast-store.ts'
import { useRemovalCancellation } from './requests.ts'

export function CancelRemovalButton({ personId }: { personId: string }) {
  const cancel = useRemovalCancellation(personId)
  const isExpired = useExpiredSession()
  return (
    <Button
      kind="outline"
      disabled={cancel.isPending}
      onClick={() =>
        cancel.mutate(undefined, {
          onError: (error) => {
            if (isExpired(error)) return
            toast({ title: errorMessage(error, 'That did not work.'), kind: 'destructive' })
          },
        })
      }
    >
      Cancel Removal of Second Step
    </Button>
  )
}
