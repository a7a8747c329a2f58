import { confirm, undo } from '@touchline/contract/email.ts'
import { call } from '#api/call.ts'
import { paths } from '#paths.ts'
import { EmailLinkForm } from './email-link-form.tsx'
import { useLinkToken } from './link-token.ts'

export function EmailChangePage() {
  const [kind, token = ''] = useLinkToken().split('.')
  const page = { title: 'Email Address', label: 'Your email address', token }
  if (kind === 'undo')
    return (
      <EmailLinkForm
        {...page}
        explanation="Did someone else change the address of your account? Take it back here. Everybody is then signed out, and you choose a new password."
        action="Take My Account Back"
        next={{ to: paths.login, words: 'Sign In' }}
        use={(body) => call(undo, { body: { token: body.token } })}
      />
    )
  return (
    <EmailLinkForm
      {...page}
      explanation="Use this address for your account from now on?"
      action="Use This Address"
      use={(body) => call(confirm, { body })}
    />
  )
}
