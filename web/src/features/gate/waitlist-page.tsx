import { useMutation } from '@tanstack/react-query'
import { confirmPlace, leaveWaitlist } from '@touchline/contract/admissions.ts'
import { useEffect, useState } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { paths } from '#paths.ts'
import { usePageTitle } from '#site/page-title.ts'
import { useSite } from '#site/site.ts'
import { Button } from '#ui/button.tsx'
import { Logo } from '#ui/logo.tsx'
import { rememberUnlocked } from '#site/unlock.ts'

const enter = () => {
  rememberUnlocked()
  window.location.assign(paths.home)
}

/** Confirms the address of an emailed link, shows its place, opens the gate for the invited, and deletes it. */
export function WaitlistPage() {
  usePageTitle('Waitlist')
  const { name } = useSite()
  const [token] = useState(() => window.location.hash.slice(1))
  const confirm = useMutation({ mutationFn: () => call(confirmPlace, { body: { token } }) })
  const leave = useMutation({ mutationFn: () => call(leaveWaitlist, { body: { token } }) })
  const { mutate } = confirm
  useEffect(() => {
    if (token) mutate()
  }, [mutate, token])
  const problem = leave.error ?? confirm.error
  const position = confirm.data?.position
  return (
    <main id="main" className="mx-auto grid w-full max-w-[26rem] content-start gap-6 px-4 py-6">
      <Logo name={name} />
      <h1 className="text-3xl">Waitlist</h1>
      <section aria-label="Your place" aria-live="polite" className="surface grid gap-5 p-5 sm:p-8">
        {leave.isSuccess ? (
          <p>Your address is deleted. You will not hear from us again.</p>
        ) : problem || !token ? (
          <p role="alert">
            {problem
              ? errorMessage(problem, 'That did not work. Please try again.')
              : 'This link is incomplete. Please open it from the email.'}
          </p>
        ) : confirm.data ? (
          <>
            <p className="wrap-anywhere text-muted">{confirm.data.email}</p>
            {position ? (
              <p>
                You are number <strong className="board text-2xl">{position}</strong> on the waitlist. We
                email you when it is your turn.
              </p>
            ) : (
              <>
                <p>It is your turn: the gate is open for you.</p>
                <Button wide size="large" onClick={enter}>
                  Enter {name}
                </Button>
              </>
            )}
            <Button kind="link" disabled={leave.isPending} onClick={() => leave.mutate()}>
              Leave the Waitlist
            </Button>
          </>
        ) : (
          <p className="text-muted">One moment...</p>
        )}
      </section>
    </main>
  )
}
