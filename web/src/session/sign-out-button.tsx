import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type ComponentType, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { textsUnder, unsentOf } from './kept-texts.ts'
import type { SignOutDialog } from './sign-out-dialog.tsx'
import { signedInId, tellSignOutFailed, useSignOut } from './sign-out.ts'

const fetchDialog = async () => (await import('./sign-out-dialog.tsx')).SignOutDialog

type Question = { Dialog: ComponentType<ComponentProps<typeof SignOutDialog>>; personId: string }

/** Signs out; asks first where something its person posted would be lost with it. */
export function SignOutButton(props: Omit<ComponentProps<typeof Button>, 'onClick' | 'disabled'>) {
  const client = useQueryClient()
  const signOut = useSignOut()
  const [question, setQuestion] = useState<Question | null>(null)
  const press = async () => {
    const personId = signedInId(client)
    if (personId === null || textsUnder(unsentOf(personId)).length === 0) return signOut.mutate()
    try {
      setQuestion({ Dialog: await fetchDialog(), personId })
    } catch {
      // Without a connection nobody can sign out either.
      tellSignOutFailed()
    }
  }
  return (
    <>
      <Button {...props} disabled={signOut.isPending} onClick={() => void press()} />
      {question ? (
        <question.Dialog
          open
          onOpenChange={(isOpen) => {
            if (!isOpen) setQuestion(null)
          }}
          personId={question.personId}
          onConfirm={() => signOut.mutate()}
        />
      ) : null}
    </>
  )
}
