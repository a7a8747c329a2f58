import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '#router/link.tsx'
import { useState, type ReactNode } from 'react'
import { errorMessage, ApiError } from '#api/api-error.ts'
import { type PlainPath, paths } from '#paths.ts'
import { usePageTitle } from '#site/page-title.ts'
import { sessionQuery } from '#session/viewer.ts'
import { Button } from '#ui/button.tsx'
import { AccountFrame } from './account-frame.tsx'
import { AccountPasswordField } from './account-password-field.tsx'

const isPermanentRefusal = (error: Error | null): boolean =>
  error instanceof ApiError && (error.status === 400 || error.status === 409) && !needsPassword(error)

/** Whether an emailed link also needs the password of the account. */
const needsPassword = (error: Error | null): boolean =>
  error instanceof ApiError && error.body.fields?.password !== undefined

function LinkRefused({ error, to, children }: { error: Error | null; to: PlainPath; children: ReactNode }) {
  return (
    <>
      <p role="alert">{errorMessage(error, 'This link is no longer valid.')}</p>
      <Button asChild wide size="large">
        <Link to={to}>{children}</Link>
      </Button>
    </>
  )
}

type Props = {
  title: string
  label: string
  token: string
  explanation: string
  action: string
  pending?: string
  /** Where the page leads once the link was used, or can no longer be. */
  next?: { to: PlainPath; words: string }
  use: (body: { token: string; password?: string }) => Promise<{ message: string }>
}

/** The page of an emailed link. It waits for the button, because mail scanners open links. */
export function EmailLinkForm({ title, label, token, explanation, action, pending, next, use }: Props) {
  usePageTitle(title)
  const { to, words } = next ?? { to: paths.settings, words: 'Go to Settings' }
  const [password, setPassword] = useState('')
  const client = useQueryClient()
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => use({ token, ...(password ? { password } : {}) }),
    onSuccess: () => client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  })
  return (
    <AccountFrame title={title}>
      <section aria-label={label} className="surface mt-5 grid gap-5 p-5 sm:p-8">
        {data ? (
          <>
            <p aria-live="polite" className="wrap-anywhere">
              {data.message}
            </p>
            <Button asChild wide size="large">
              <Link to={to}>{words}</Link>
            </Button>
          </>
        ) : isPermanentRefusal(error) ? (
          <LinkRefused error={error} to={to}>
            {words}
          </LinkRefused>
        ) : token ? (
          <form
            noValidate
            className="grid gap-5"
            onSubmit={(event) => {
              event.preventDefault()
              if (!isPending) mutate()
            }}
          >
            {password || needsPassword(error) ? (
              <AccountPasswordField value={password} error={error} onChange={setPassword} />
            ) : error ? (
              <p role="alert">{errorMessage(error, 'That did not work. Please try again.')}</p>
            ) : (
              <p className="text-muted">{explanation}</p>
            )}
            <Button type="submit" wide size="large" disabled={isPending}>
              {isPending ? (pending ?? 'Saving...') : action}
            </Button>
          </form>
        ) : (
          <p role="alert">This link is incomplete. Please open it from the email.</p>
        )}
      </section>
    </AccountFrame>
  )
}
