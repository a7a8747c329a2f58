import type { ListedPerson } from '@touchline/contract/blocks.ts'
import { lazy, Suspense, useState } from 'react'
import { fullNameOf } from '#people/names.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { Button } from '#ui/button.tsx'
import { useChangeBlock } from './change-block.ts'

const BlockDialog = lazy(async () => ({ default: (await import('./block-dialog.tsx')).BlockDialog }))

/** Blocks a person for a reason, or unblocks them. `onUnblock` runs before they leave the list. */
export function BlockButton({
  person,
  onUnblock,
}: {
  person: ListedPerson
  onUnblock?: (() => void) | undefined
}) {
  const viewer = useSignedInViewer()
  const [isOpen, setOpen] = useState(false)
  const { unblock, isPending } = useChangeBlock(person)
  const mayBlock =
    viewer.id !== person.id &&
    (person.role === 'subscriber' || (viewer.role === 'admin' && person.role === 'creator'))
  const isForAdmins = person.block?.isByAdmin === true && viewer.role !== 'admin'
  if (!mayBlock || isForAdmins) return null
  const name = fullNameOf(person, person.email)
  return person.isBlocked ? (
    <Button
      kind="outline"
      disabled={isPending}
      aria-label={`Unblock ${name}`}
      onClick={() => {
        onUnblock?.()
        void unblock()
      }}
    >
      {isPending ? 'Unblocking...' : 'Unblock'}
    </Button>
  ) : (
    <>
      <Button
        kind="outline"
        aria-haspopup="dialog"
        aria-label={`Block ${name}`}
        onClick={() => setOpen(true)}
      >
        Block
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <BlockDialog person={person} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
