import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { usePageTitle } from '#site/page-title.ts'
import { SignOutButton } from '#sign-out/sign-out-button.tsx'
import { hasPasskeys } from '#session/has-passkeys.ts'
import { sessionQuery } from '#session/viewer.ts'
import { Card } from '#ui/card.tsx'
import { Page } from '#ui/page.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { BackupCodes } from './backup-codes.tsx'
import { TwoFactorSetup } from './two-factor-setup.tsx'

/** The only page for a person who must set up a second step: for their role, or in place of a lost one. */
export function RequiredTwoFactor() {
  usePageTitle('Two-Factor Authentication')
  const client = useQueryClient()
  const [codes, setCodes] = useState<string[]>()
  const reloadSession = () => void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
  return (
    <Page title="Two-Factor Authentication" className="max-w-feed">
      <Card aria-label="Set up two-factor authentication">
        <p className="text-muted">
          Your account needs a second step to sign in. Set it up to go on; it takes a minute.
        </p>
        {codes ? <BackupCodes codes={codes} onDone={reloadSession} /> : <TwoFactorSetup onDone={setCodes} />}
      </Card>
      {codes || !hasPasskeys() ? null : (
        <Card className="mt-6" aria-label="Add a passkey instead">
          <p className="mb-4 text-muted">
            Or let this device do it: with a passkey you sign in by fingerprint, face or PIN.
          </p>
          <AddPasskey kind="outline" onAdded={reloadSession} />
        </Card>
      )}
      <SignOutButton kind="outline" className="mt-6">
        Sign Out
      </SignOutButton>
    </Page>
  )
}
