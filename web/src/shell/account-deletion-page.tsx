import { usePageTitle } from '#site/page-title.ts'
import { AccountFrame } from '../features/accounts/account-frame.tsx'
import { DeletionLink } from '../features/account-deletion/deletion-link.tsx'

export function AccountDeletionPage() {
  usePageTitle('Account Deletion')
  return (
    <AccountFrame title="Account Deletion">
      <section aria-label="Account deletion" className="surface mt-5 p-5 sm:p-8">
        <DeletionLink />
      </section>
    </AccountFrame>
  )
}
