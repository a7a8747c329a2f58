import { toSettingsSearch } from './settings-search.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '#router/router-provider.tsx'
import { type SubmitEvent, useEffect, useRef, useState, useEffectEvent } from 'react'
import { flushSync } from 'react-dom'
import { pay } from '#payments/pay.ts'
import { PaymentMethodFields } from '#payments/payment-method-fields.tsx'
import type { MethodChoice } from '#payments/open-provider.ts'
import { usePaymentMethod } from '#payments/use-method.ts'
import { useOneAtATime } from '#payments/use-one-at-a-time.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { useSite } from '#site/site.ts'
import { Button } from '#ui/button.tsx'
import { MethodName } from '#ui/method-name.tsx'
import {
  focusFirstProblem,
  showAuthentication,
  showNotSaved,
  failureReason,
  showSaved,
  showSavedUnpaid,
} from './payment-toasts.ts'
import { refreshMembership, startCardUpdate, finishCardUpdate } from './requests.ts'
import { PortalLink } from './portal-link.tsx'
import type { Portals } from './use-portals.ts'
import { returnUrlTo } from './return-url.ts'
import { ApiError, errorMessage } from '#api/api-error.ts'

/** Charges a new payment method from now on. It stays saved even if the bank declines the open payment. */
async function savePaymentMethod(setupIntentId: string): Promise<void> {
  try {
    await finishCardUpdate(setupIntentId)
    showSaved()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'card_declined') throw error
    showSavedUnpaid(errorMessage(error, 'Please try another one.'))
  }
}

/** Finishes a setup confirmed in a wallet app, whose id is in the URL. */
export function useReturnedMethod(setupIntentId: string | undefined, onFinished: () => void) {
  const client = useQueryClient()
  const isExpired = useExpiredSession()
  const finish = useMutation({
    mutationFn: savePaymentMethod,
    onError(error) {
      if (!isExpired(error)) showNotSaved(failureReason(error))
    },
    async onSettled() {
      onFinished()
      await refreshMembership(client).catch(() => undefined)
    },
  })
  const begin = useEffectEvent((id: string) => finish.mutate(id))
  useEffect(() => {
    if (setupIntentId) begin(setupIntentId)
  }, [setupIntentId])
}

/** Saves a payment method, which also pays what is due. Returns whether it was saved. */
function useMethodUpdate() {
  const method = usePaymentMethod(useSite(), { mode: 'setup' })
  const client = useQueryClient()
  const isExpired = useExpiredSession()
  const update = useMutation({
    mutationFn: async (choice: MethodChoice) => {
      const { clientSecret } = await startCardUpdate()
      const outcome = await pay({
        provider: method.provider,
        clientSecret,
        method: choice,
        returnUrl: returnUrlTo('/settings?section=payment'),
        onAuthentication: showAuthentication,
      })
      if (outcome.outcome === 'failed') {
        showNotSaved(outcome.message)
        return false
      }
      await savePaymentMethod(outcome.intentId)
      return true
    },
    onError(error) {
      if (!isExpired(error)) showNotSaved(failureReason(error))
    },
    onSettled: () => refreshMembership(client).catch(() => undefined),
  })
  return { method, update }
}

type Props = {
  portals: Portals
  card: { brand: string; last4: string } | null
  /** Whether Stripe's page can change the method, too. */
  mayOpenPortal: boolean
  /** The member was sent here to change their card: the form is open and in view. */
  isWanted: boolean
  onClosed: () => void
}

export function PaymentMethodSection({ card, portals, mayOpenPortal, isWanted, onClosed }: Props) {
  const { setup_intent: returnedId } = useSearch(toSettingsSearch)
  const [isOpen, setOpen] = useState(isWanted && !returnedId)
  const [wasWanted, setWasWanted] = useState(isWanted)
  if (isWanted !== wasWanted) {
    // The tip dialog may ask for the form while this page is open.
    setWasWanted(isWanted)
    if (isWanted) setOpen(true)
  }
  const heading = useRef<HTMLHeadingElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isWanted) return
    heading.current?.scrollIntoView({ block: 'start' })
    heading.current?.focus({ preventScroll: true })
  }, [isWanted])
  // The button and the form replace each other, so the focus moves along.
  function open() {
    flushSync(() => setOpen(true))
    heading.current?.focus({ preventScroll: true })
  }
  function close() {
    flushSync(() => setOpen(false))
    opener.current?.focus({ preventScroll: true })
    onClosed()
  }
  useReturnedMethod(returnedId, onClosed)
  return (
    <section aria-labelledby="payment-title" className="surface grid gap-5 p-5 sm:p-8">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div>
          <h3 id="payment-title" ref={heading} tabIndex={-1} className="scroll-mt-24 text-xl">
            Payment method
          </h3>
          <p className="mt-1 text-sm text-muted">
            {card ? (
              <span className="text-chalk">
                <MethodName method={card} />
              </span>
            ) : (
              'No payment method is saved.'
            )}
          </p>
        </div>
        {isOpen ? null : (
          <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
            <Button ref={opener} kind="outline" onClick={open}>
              {card ? 'Update Payment Method' : 'Add a Payment Method'}
            </Button>
            {mayOpenPortal ? (
              <PortalLink portals={portals} portal="payment-method" about="payment method" />
            ) : null}
            <Button
              kind="link"
              className="min-h-11!"
              disabled={portals.isLocked}
              onClick={() => void portals.open('overview')}
            >
              {portals.opening === 'overview' ? 'Opening...' : 'Invoices and Receipts'}
            </Button>
          </div>
        )}
      </div>
      {isOpen ? <UpdateForm onClose={close} /> : null}
    </section>
  )
}

function UpdateForm({ onClose }: { onClose: () => void }) {
  const { method, update } = useMethodUpdate()
  const oneAtATime = useOneAtATime()
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (update.isPending || !method.isReady) return
    oneAtATime(async () => {
      const choice = await method.read()
      if (!choice) return focusFirstProblem(form)
      return new Promise<void>((resolve) => {
        // `onSuccess` runs only while the form is mounted: a member who left the page is not called back.
        update.mutate(choice, { onSuccess: (isSaved) => isSaved && onClose(), onSettled: () => resolve() })
      })
    })
  }
  return (
    <form noValidate onSubmit={submit} aria-label="Update payment method" className="grid gap-6">
      <PaymentMethodFields method={method} disabled={update.isPending} />
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button kind="outline" disabled={update.isPending} onClick={onClose}>
          Cancel
        </Button>
        {method.isAvailable ? (
          <Button type="submit" disabled={update.isPending || !method.isReady}>
            {update.isPending ? 'Saving...' : 'Save Payment Method'}
          </Button>
        ) : null}
      </div>
    </form>
  )
}
