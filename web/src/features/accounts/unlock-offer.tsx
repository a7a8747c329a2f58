import { useMutation } from '@tanstack/react-query'
import { sendUnlockLink } from '@touchline/contract/accounts.ts'
import { errorMessage } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { Button } from '#ui/button.tsx'

// On a phone the toast about the failed attempt would cover it.
const bringIntoView = (offer: HTMLElement | null) => offer?.scrollIntoView({ block: 'center' })

export function UnlockOffer({ email }: { email: string }) {
  const send = useMutation({ mutationFn: () => call(sendUnlockLink, { body: { email } }) })
  return (
    <section
      aria-label="Locked out"
      ref={bringIntoView}
      className="grid gap-3 rounded-control border border-line bg-bench p-4"
    >
      {send.data ? (
        <p aria-live="polite">{send.data.message} Open it on this device.</p>
      ) : (
        <>
          <p>Was it someone else who tried? We can email you a link that lets you try again at once.</p>
          {send.error ? (
            <p role="alert">{errorMessage(send.error, 'That did not work. Please try again.')}</p>
          ) : null}
          <Button kind="outline" disabled={send.isPending} onClick={() => send.mutate()}>
            {send.isPending ? 'Sending...' : 'Email Me a Link'}
          </Button>
        </>
      )}
    </section>
  )
}
