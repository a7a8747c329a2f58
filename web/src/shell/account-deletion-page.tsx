import { usePageTitle } from '#session/page-title.ts'
import { AccountFrame } from '../features/accounts/account-frame.tsx'
import { DeletionLink } from '../features/account-deletion/deletion-link.tsx'

/** What the links about an account's deletion lead to, signed in or not. */
export function AccountDeletion() {
  usePageTitle('Account Deletion')
  return (
    <AccountFrame title="Account Deletion">
      <section aria-label="Account deletion" className="surface mt-5 p-5 sm:p-8">
        <DeletionLink />
      </section>
    </AccountFrame>
  )
}
