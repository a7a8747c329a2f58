import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { usePageTitle } from '#session/page-title.ts'
import { SignOutButton } from '#session/sign-out-button.tsx'
import { sessionQuery } from '#session/viewer.ts'
import { Card } from '#ui/card.tsx'
import { BackupCodes } from './backup-codes.tsx'
import { TwoFactorSetup } from './two-factor-setup.tsx'

/** All that somebody sees whose role the site asks a second step of, until they have set one up. */
export function TwoFactorOwed() {
  usePageTitle('Two-Factor Authentication')
  const client = useQueryClient()
  const [codes, setCodes] = useState<string[]>()
  return (
    <main id="main" className="mx-auto w-full max-w-feed px-4 py-9 sm:px-6">
      <h1 className="text-3xl">Two-Factor Authentication</h1>
      <Card className="mt-6" aria-label="Set up two-factor authentication">
        <p className="text-muted">
          This site asks it of your account. Set it up to go on; it takes a minute.
        </p>
        {codes ? (
          <BackupCodes
            codes={codes}
            onDone={() => void client.invalidateQueries({ queryKey: sessionQuery.queryKey })}
          />
        ) : (
          <TwoFactorSetup onDone={setCodes} />
        )}
      </Card>
      <SignOutButton kind="outline" className="mt-6">
        Sign Out
      </SignOutButton>
    </main>
  )
}
