import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { formatDollars } from '#ui/dollars.ts'
import { TermsCheckbox } from './terms-checkbox.tsx'

type Props = {
  /** What every month after the first costs, in dollars. */
  renewal: number
  begin: () => Promise<unknown>
}

/** In place of the payment form where a code covers the first payment: those after it are agreed to all the same. */
export function ActivateFree({ renewal, begin }: Props) {
  const [hasAgreed, setAgreed] = useState(false)
  const activate = useMutation({ mutationFn: begin })
  return (
    <div className="surface grid gap-4 p-5 sm:p-8">
      <p>
        Your code covers the whole first month: there is nothing to pay today, then {formatDollars(renewal)} a
        month.
      </p>
      <TermsCheckbox checked={hasAgreed} onChange={setAgreed} disabled={activate.isPending} />
      <Button size="large" wide disabled={activate.isPending || !hasAgreed} onClick={() => activate.mutate()}>
        {activate.isPending ? 'Activating...' : 'Activate Membership'}
      </Button>
    </div>
  )
}
