import { useMutation } from '@tanstack/react-query'
import { Link } from '#router/link.tsx'
import { lazy, type SubmitEvent, Suspense, useState } from 'react'
import { ApiError } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { firstCalls } from '#api/first-calls.ts'
import { paths } from '#paths.ts'
import { hasPasskeys } from '#session/has-passkeys.ts'
import { Button } from '#ui/button.tsx'
import { rememberedEmail } from '#session/sign-in-email.ts'
import { FormError } from '#ui/form-error.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast-store.ts'
import { useIsHydrated } from '#ui/use-is-hydrated.ts'
import { redirectAfterSignIn } from './redirect-after-sign-in.ts'

const SecondStepForm = lazy(async () => ({
  default: (await import('./second-step-form.tsx')).SecondStepForm,
}))

const PasskeySignIn = lazy(async () => ({ default: (await import('./passkey-sign-in.tsx')).PasskeySignIn }))

const UnlockOffer = lazy(async () => ({ default: (await import('./unlock-offer.tsx')).UnlockOffer }))

/** Keeps the room of the button until the browser has said whether it knows passkeys. */
const passkeyPlace = <Skeleton className="needs-scripts h-13" />

/** The server's message comes first: an outage says nothing about the password. */
const reasonOf = (error: Error) =>
  error instanceof ApiError
    ? (error.serverMessage ?? 'Invalid email or password')
    : 'Failed to login. Please try again.'

const showLoginError = (error: Error) =>
  toast({
    title: error instanceof ApiError ? 'Login Failed' : 'Error',
    description: reasonOf(error),
    kind: 'destructive',
  })

/** Signs in and loads the next page afresh, so that nothing of the visitor stays in memory. */
export function LoginForm() {
  const isHydrated = useIsHydrated()
  const [email, setEmail] = useState(rememberedEmail)
  const [password, setPassword] = useState('')
  const login = useMutation({
    mutationFn: () => call(firstCalls.login, { body: { email, password } }),
    onSuccess: (answer) => {
      if ('user' in answer) redirectAfterSignIn()
    },
    onError: showLoginError,
  })
  const isBusy = login.isPending || login.isSuccess
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!isBusy) login.mutate()
  }
  if (login.data && 'twoFactorRequired' in login.data)
    return (
      <Suspense fallback={<Skeleton className="h-56" />}>
        <SecondStepForm
          email={email}
          byCode={login.data.byCode}
          byPasskey={login.data.byPasskey}
          isRecoveryReady={login.data.isRecoveryReady}
          onAgain={() => login.reset()}
        />
      </Suspense>
    )
  return (
    <form onSubmit={submit} className="grid gap-5">
      <Field label="Email">
        {(c) => (
          <Input
            {...c}
            type="email"
            required
            autoComplete="username"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      <Field label="Password">
        {(c) => (
          <PasswordInput
            {...c}
            required
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      <Button asChild kind="link" className="-my-2 justify-self-start">
        <Link to={paths.forgotPassword}>Forgot your password?</Link>
      </Button>
      <FormError>{login.error && reasonOf(login.error)}</FormError>
      <Button type="submit" wide size="large" disabled={isBusy}>
        {isBusy ? 'Signing In...' : 'Sign In'}
      </Button>
      {login.error instanceof ApiError && login.error.status === 429 ? (
        <Suspense fallback={null}>
          <UnlockOffer email={email} />
        </Suspense>
      ) : null}
      {isHydrated && !hasPasskeys() ? null : (
        <Suspense fallback={passkeyPlace}>{isHydrated ? <PasskeySignIn /> : passkeyPlace}</Suspense>
      )}
    </form>
  )
}
