import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError, errorMessage } from '#api/api-error.ts'
import type { AppPath } from '#paths.ts'
import { Button } from '#ui/button.tsx'

/** Whether the server refused an emailed link for good, so that a retry cannot help. */
export const isPermanentRefusal = (error: Error | null): boolean =>
  error instanceof ApiError && (error.status === 400 || error.status === 409) && !needsPassword(error)

/** Whether an emailed link also needs the password of the account. */
export const needsPassword = (error: Error | null): boolean =>
  error instanceof ApiError && error.body.fields?.password !== undefined

/** Explains why an emailed link no longer works and links on. */
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
