import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type ComponentType, useState } from 'react'
import { unsentTexts } from '#drafting/saved-texts.ts'
import type { SignOutDialog } from './sign-out-dialog.tsx'
import { signedInPersonId, showSignOutFailed, useSignOut } from './sign-out.ts'

const fetchDialog = async () => (await import('./sign-out-dialog.tsx')).SignOutDialog

type Question = {
  Dialog: ComponentType<ComponentProps<typeof SignOutDialog>>
  personId: string | null
  unsavedDrafts: number
}

/** Signs out, and asks first if unsaved work would be lost. Render `question` on the page. */
export function useConfirmedSignOut() {
  const client = useQueryClient()
  const { mutate, isPending } = useSignOut()
  const [question, setQuestion] = useState<Question | null>(null)
  const ask = async (personId: string | null, unsavedDrafts: number) => {
    try {
      setQuestion({ Dialog: await fetchDialog(), personId, unsavedDrafts })
    } catch {
      // Without a connection, signing out would fail as well.
      showSignOutFailed()
    }
  }
  const leave = (personId: string | null, loses: 'drafts' | undefined) =>
    mutate(loses, { onSuccess: (unsavedDrafts) => void ask(personId, unsavedDrafts) })
  const signOut = () => {
    const personId = signedInPersonId(client)
    if (unsentTexts(personId).length === 0) leave(personId, undefined)
    else void ask(personId, 0)
  }
  return {
    signOut,
    isPending,
    question: question ? (
      <question.Dialog
        open
        onOpenChange={(isOpen) => {
          if (!isOpen) setQuestion(null)
        }}
        personId={question.personId}
        unsavedDrafts={question.unsavedDrafts}
        onConfirm={() => leave(question.personId, question.unsavedDrafts > 0 ? 'drafts' : undefined)}
      />
    ) : null,
  }
}
