import { lazy, Suspense, useSyncExternalStore } from 'react'
import { confirmation } from '#api/confirmation.ts'

const ConfirmIdentityDialog = lazy(async () => ({
  default: (await import('./confirm-identity-dialog.tsx')).ConfirmIdentityDialog,
}))

export function ConfirmIdentity() {
  const isWanted = useSyncExternalStore(confirmation.subscribe, confirmation.isWanted, () => false)
  return isWanted ? (
    <Suspense fallback={null}>
      <ConfirmIdentityDialog onAnswer={confirmation.answer} />
    </Suspense>
  ) : null
}
