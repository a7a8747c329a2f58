import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError, errorMessage } from '#api/api-error.ts'
import type { AppPath } from '#paths.ts'
import { Button } from '#ui/button.tsx'

/** Whether the server refused a mailed link for good, so that another try cannot help. */
export const isPermanentRefusal = (error: Error | null): boolean =>
  error instanceof ApiError && (error.status === 400 || error.status === 409) && !needsPassword(error)

/** Whether a mailed link also takes the password of the account. */
export const needsPassword = (error: Error | null): boolean =>
  error instanceof ApiError && error.body.fields?.password !== undefined

/** Says why a mailed link no longer works, and leads on. */
export function LinkRefused({
  error,
  to,
  children,
}: {
  error: Error | null
  to: AppPath
  children: ReactNode
}) {
  return (
    <>
      <p role="alert">{errorMessage(error, 'This link is no longer valid.')}</p>
      <Button asChild wide size="large">
        <Link to={to}>{children}</Link>
      </Button>
    </>
  )
}
