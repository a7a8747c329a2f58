import { recover } from '@touchline/contract/two-factor.ts'
import { call } from '#api/call.ts'
import { paths } from '#paths.ts'
import { EmailLinkForm } from './email-link-form.tsx'
import { useLinkToken } from './link-token.ts'

/** The link and the password replace a lost second step. */
export function RecoverSignInPage() {
  return (
    <EmailLinkForm
      title="Sign In Again"
      label="Sign in without your second step"
      token={useLinkToken()}
      explanation="This removes your lost second step and signs everybody out. You then sign in with your password and set up a new second step."
      action="Remove It and Sign In"
      pending="Signing In..."
      next={{ to: paths.settings, words: 'Go On' }}
      use={(body) => call(recover, { body })}
    />
  )
}
