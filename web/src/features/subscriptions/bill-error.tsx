import { Button } from '#ui/button.tsx'
import { failureReason } from './payment-toasts.ts'

export function BillError({ why, onTryAgain }: { why: unknown; onTryAgain: () => void }) {
  return (
    <div role="alert" className="surface grid justify-items-start gap-4 p-5 sm:p-8">
      <p>What you owe could not be loaded. {failureReason(why)}</p>
      <Button kind="outline" onClick={onTryAgain}>
        Try Again
      </Button>
    </div>
  )
}
