import { keepByLink } from '@touchline/contract/two-factor.ts'
import { call } from '#api/call.ts'
import { EmailLinkForm } from './email-link-form.tsx'
import { useLinkToken } from './link-token.ts'

/** The link cancels the removal of a second step. */
export function KeepSecondStepPage() {
  return (
    <EmailLinkForm
      title="Second Step"
      label="Your second step"
      token={useLinkToken()}
      explanation="An admin was asked to remove two-factor authentication and the passkeys from your account. If you still have them, keep them."
      action="Keep My Second Step"
      use={({ token }) => call(keepByLink, { body: { token } })}
    />
  )
}
