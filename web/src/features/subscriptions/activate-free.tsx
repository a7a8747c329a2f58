import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { formatDollars } from '#ui/dollars.ts'
import { FormError } from '#ui/form-error.tsx'
import { TermsCheckbox } from './terms-checkbox.tsx'

type Props = {
  /** The price of every later month, in dollars. */
  renewal: number
  begin: () => Promise<unknown>
  /** Why the membership could not be activated. */
  problem: string | null
}

/** Replaces the payment form if a code covers the first payment: the person still agrees to the later ones. */
export function ActivateFree({ renewal, begin, problem }: Props) {
  const [hasAgreed, setAgreed] = useState(false)
  const activate = useMutation({ mutationFn: begin })
  return (
    <div className="surface grid gap-4 p-5 sm:p-8">
      <p>
        Your code covers the whole first month: there is nothing to pay today, then {formatDollars(renewal)} a
        month.
      </p>
      <TermsCheckbox checked={hasAgreed} onChange={setAgreed} disabled={activate.isPending} />
      <FormError>{problem}</FormError>
      <Button size="large" wide disabled={activate.isPending || !hasAgreed} onClick={() => activate.mutate()}>
        {activate.isPending ? 'Activating...' : 'Activate Membership'}
      </Button>
    </div>
  )
}
