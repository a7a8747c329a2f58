import { useNavigate } from '#router/router-provider.tsx'
import { useEffect } from 'react'
import { signInAddress, type AppPath } from '#paths.ts'
import { rememberPath } from './return-path.ts'
import { Spinner } from '#ui/spinner.tsx'
import { carryToastOver, toast, type ToastMessage, toastSeen } from '#ui/toast-store.ts'

type Props = { ms: number; to: AppPath | typeof signInAddress; message?: ToastMessage }

/** Shows a toast and navigates `ms` later. A server address (`/api/login`) is a full navigation. */
export function LeaveAfter({ ms, to, message }: Props) {
  const navigate = useNavigate()
  const { title, description, kind } = message ?? {}
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isGone = false
    const leave = () => {
      if (to === signInAddress) {
        carryToastOver()
        window.location.assign(to)
      } else void navigate({ href: to, replace: true })
    }
    const startTimer = () => {
      if (!isGone) timer = setTimeout(leave, ms)
    }
    if (title) {
      const seen = toastSeen()
      toast({ title, description, kind })
      void seen.then(startTimer)
    } else startTimer()
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [ms, to, title, description, kind, navigate])
  return (
    <div className="grid min-h-[50dvh] place-items-center">
      <Spinner label="One moment" />
    </div>
  )
}

/** Asks a signed-out visitor to sign in, and brings them back afterwards. */
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
