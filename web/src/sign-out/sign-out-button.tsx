import type { ComponentProps } from 'react'
import { Button } from '#ui/button.tsx'
import { useConfirmedSignOut } from './use-confirmed-sign-out.tsx'

export function SignOutButton(props: Omit<ComponentProps<typeof Button>, 'onClick' | 'disabled'>) {
  const { signOut, isPending, question } = useConfirmedSignOut()
  return (
    <>
      <Button {...props} disabled={isPending} onClick={signOut} />
      {question}
    </>
  )
}
