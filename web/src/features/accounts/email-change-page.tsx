import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { confirm, undo } from '@touchline/contract/email.ts'
import { useState } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { paths } from '#paths.ts'
import { usePageTitle } from '#session/page-title.ts'
import { sessionQuery } from '#session/viewer.ts'
import { Button } from '#ui/button.tsx'
import { AccountFrame } from './account-frame.tsx'
import { needsPassword, isPermanentRefusal, LinkRefused } from './link-refused.tsx'
import { useLinkToken } from './link-token.ts'
import { AccountPasswordField } from './account-password-field.tsx'

/** Where the links about a change of one's address lead: to confirm it, and to undo it. */
export function EmailChangePage() {
  usePageTitle('Email Address')
  const [kind, token = ''] = useLinkToken().split('.')
  const isUndo = kind === 'undo'
  const [password, setPassword] = useState('')
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: () =>
      isUndo
        ? call(undo, { body: { token } })
        : call(confirm, { body: { token, ...(password ? { password } : {}) } }),
    onSuccess: () => client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  })
  return (
    <AccountFrame title="Email Address">
      <section aria-label="Your email address" className="surface mt-5 grid gap-5 p-5 sm:p-8">
        {change.data ? (
          <>
            <p aria-live="polite" className="wrap-anywhere">
              {change.data.message}
            </p>
            <Button asChild wide size="large">
              <Link to={isUndo ? paths.login : paths.settings}>{isUndo ? 'Sign In' : 'Go to Settings'}</Link>
            </Button>
          </>
        ) : isPermanentRefusal(change.error) ? (
          <LinkRefused error={change.error} to={isUndo ? paths.login : paths.settings}>
            {isUndo ? 'Sign In' : 'Go to Settings'}
          </LinkRefused>
        ) : token ? (
          <form
            noValidate
            className="grid gap-5"
            onSubmit={(event) => {
              event.preventDefault()
              if (!change.isPending) change.mutate()
            }}
          >
            {password || needsPassword(change.error) ? (
              <AccountPasswordField value={password} error={change.error} onChange={setPassword} />
            ) : change.error ? (
              <p role="alert">{errorMessage(change.error, 'That did not work. Please try again.')}</p>
            ) : (
              <p className="text-muted">
                {isUndo
                  ? 'Did somebody else change the address of your account? Take it back here. Everybody is then signed out, and you choose a new password.'
                  : 'Use this address for your account from now on?'}
              </p>
            )}
            <Button type="submit" wide size="large" disabled={change.isPending}>
              {change.isPending ? 'Saving...' : isUndo ? 'Take My Account Back' : 'Use This Address'}
            </Button>
          </form>
        ) : (
          <p role="alert">This link is incomplete. Please open it from the email.</p>
        )}
      </section>
    </AccountFrame>
  )
}
