import { useMutation } from '@tanstack/react-query'
import { secondStep, sendRecoveryLink } from '@touchline/contract/two-factor.ts'
import { type SubmitEvent, useState } from 'react'
import { ApiError, errorMessage } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { UnlockOffer } from './unlock-offer.tsx'
import { redirectAfterSignIn } from './redirect-after-sign-in.ts'

const takeFocus = (input: HTMLInputElement | null) => input?.focus()

type Props = {
  email: string
  byCode: boolean
  byPasskey: boolean
  isRecoveryReady: boolean
  onAgain: () => void
}

/** `onAgain` leads back to the first step. */
export function SecondStepForm({ email, byCode, byPasskey, isRecoveryReady, onAgain }: Props) {
  return (
    <div className="grid gap-5">
      {byCode ? <CodeForm email={email} onAgain={onAgain} /> : <p>Use your passkey to finish signing in.</p>}
      {byPasskey ? <PasskeySignIn /> : null}
      {isRecoveryReady ? <RecoveryOffer /> : null}
      {byCode ? null : (
        <Button kind="link" className="justify-self-end" onClick={onAgain}>
          Start again
        </Button>
      )}
    </div>
  )
}

/** For a person whose removal is due: the link that replaces the second step was emailed, and can be again. */
function RecoveryOffer() {
  const send = useMutation({ mutationFn: () => call(sendRecoveryLink) })
  return (
    <section
      aria-label="Lost second step"
      className="grid gap-3 rounded-control border border-line bg-bench p-4"
    >
      <p aria-live="polite">
        {send.data?.message ??
          'You can now sign in without your lost second step: open the link we emailed you.'}
      </p>
      {send.error ? (
        <p role="alert">{errorMessage(send.error, 'That did not work. Please try again.')}</p>
      ) : null}
      {send.data ? null : (
        <Button kind="outline" disabled={send.isPending} onClick={() => send.mutate()}>
          {send.isPending ? 'Sending...' : 'Email the Link Again'}
        </Button>
      )}
    </section>
  )
}

function CodeForm({ email, onAgain }: { email: string; onAgain: () => void }) {
  const [typed, setTyped] = useState('')
  const [isBackup, setBackup] = useState(false)
  const enter = useMutation({
    mutationFn: () => call(secondStep, { body: isBackup ? { backupCode: typed } : { code: typed } }),
    onSuccess: redirectAfterSignIn,
  })
  const isBusy = enter.isPending || enter.isSuccess
  const change = (text: string) => {
    setTyped(text)
    enter.reset()
  }
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!isBusy && typed.trim() !== '') enter.mutate()
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <p>
        {isBackup
          ? 'Enter one of the backup codes you saved. It works only once.'
          : 'Enter the six digits your authenticator app shows.'}
      </p>
      <Field
        key={String(isBackup)}
        label={isBackup ? 'Backup code' : 'Code'}
        error={enter.error ? errorMessage(enter.error, 'That did not work. Please try again.') : undefined}
      >
        {(control) => (
          <Input
            {...control}
            ref={takeFocus}
            autoComplete={isBackup ? 'off' : 'one-time-code'}
            inputMode={isBackup ? 'text' : 'numeric'}
            autoCapitalize="none"
            spellCheck={false}
            value={typed}
            onChange={(event) => change(event.target.value)}
          />
        )}
      </Field>
      {enter.error instanceof ApiError && enter.error.status === 429 ? <UnlockOffer email={email} /> : null}
      <Button type="submit" wide size="large" disabled={isBusy || typed.trim() === ''}>
        {isBusy ? 'Signing In...' : 'Sign In'}
      </Button>
      <div className="flex flex-wrap justify-between gap-3">
        <Button
          kind="link"
          onClick={() => {
            setBackup(!isBackup)
            change('')
          }}
        >
          {isBackup ? 'Use the app' : 'Use a backup code'}
        </Button>
        <Button kind="link" onClick={onAgain}>
          Start again
        </Button>
      </div>
    </form>
  )
}
