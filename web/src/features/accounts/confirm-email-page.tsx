import { confirmEmail } from '@touchline/contract/accounts.ts'
import { call } from '#api/call.ts'
import { EmailLinkForm } from './email-link-form.tsx'
import { useLinkToken } from './link-token.ts'

export function ConfirmEmailPage() {
  return (
    <EmailLinkForm
      title="Confirm Your Email"
      label="Confirm your email address"
      token={useLinkToken()}
      explanation="This shows that the email address of your account is yours. You can then add a passkey or two-factor authentication."
      action="Confirm My Address"
      pending="Confirming..."
      use={(body) => call(confirmEmail, { body })}
    />
  )
}
