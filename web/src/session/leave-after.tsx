import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { signInAddress, type AppPath } from '#paths.ts'
import { rememberPath } from './return-path.ts'
import { Spinner } from '#ui/spinner.tsx'
import { toast, type ToastMessage } from '#ui/toast-store.ts'

type Props = { ms: number; to: AppPath | typeof signInAddress; message?: ToastMessage }

/** Shows a toast at once and leaves after `ms`; a way to the server (`/api/login`) is a full navigation. */
export function LeaveAfter({ ms, to, message }: Props) {
  const navigate = useNavigate()
  const { title, description, kind } = message ?? {}
  useEffect(() => {
    if (title) toast({ title, description, kind })
    const timer = setTimeout(() => {
      if (to === signInAddress) window.location.assign(to)
      else void navigate({ href: to, replace: true })
    }, ms)
    return () => clearTimeout(timer)
  }, [ms, to, title, description, kind, navigate])
  return (
    <div className="grid min-h-[50dvh] place-items-center">
      <Spinner label="One moment" />
    </div>
  )
}

/** What a protected page shows to somebody who is not signed in (any more): they come back to it. */
export function SignInFirst({ to = signInAddress }: { to?: Props['to'] }) {
  useEffect(rememberPath, [])
  return (
    <LeaveAfter
      ms={500}
      to={to}
      message={{
        title: 'Unauthorized',
        description: 'You are logged out. Logging in again...',
        kind: 'destructive',
      }}
    />
  )
}
