import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, Navigate } from '#router/link.tsx'
import { useNavigate } from '#router/router-provider.tsx'
import { ArrowLeft } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { paths } from '#paths.ts'
import { usePageTitle } from '#site/page-title.ts'
import type { SignupData } from './signup-data.ts'
import { saveSignupFailure } from './signup-flow.ts'
import { useSite } from '#site/site.ts'
import { Button } from '#ui/button.tsx'
import { Logo } from '#ui/logo.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { toast } from '#ui/toast-store.ts'
import { PaymentForm } from './payment-form.tsx'
import { type AppliedCode, isFree } from './promo-code.ts'
import { type prepareSignup, savedSignupQuery, signupIntentQuery } from './signup-requests.ts'
import { useContinueToSuccess, useSignupPayment } from './use-signup-payment.ts'

const MembershipSummary = lazy(async () => ({
  default: (await import('./membership-summary.tsx')).MembershipSummary,
}))
const PromoBox = lazy(async () => ({ default: (await import('./promo-box.tsx')).PromoBox }))
const ActivateFree = lazy(async () => ({ default: (await import('./activate-free.tsx')).ActivateFree }))

/** The second half of a signup; without the first half it leads back there. */
export function PaymentPage() {
  usePageTitle('Payment')
  const { data: signup } = useSuspenseQuery(savedSignupQuery)
  if (!signup) return <Navigate to={paths.signup} replace />
  return <SignupPayment signup={signup} />
}

function useReturnOnFailure(error: Error | null) {
  const navigate = useNavigate()
  useEffect(() => {
    if (!error) return
    const description = errorMessage(error, 'Failed to proceed')
    toast({ title: 'Error', description, kind: 'destructive' })
    saveSignupFailure(description)
    void navigate({ to: paths.signup, replace: true })
  }, [error, navigate])
}

function SignupPayment({ signup }: { signup: SignupData }) {
  const { name } = useSite()
  const proceed = useContinueToSuccess(signup)
  const [applied, setApplied] = useState<AppliedCode | null>(null)
  const { data: intent, error } = useQuery(signupIntentQuery(signup))
  useReturnOnFailure(error)
  const isPaid = intent?.clientSecret === null
  useEffect(() => {
    if (isPaid) void proceed({ subscriptionId: intent.subscriptionId })
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it turns out to be paid
  }, [isPaid])
  return (
    <main
      id="main"
      className="mx-auto grid w-full max-w-wide content-start gap-4 px-4 py-6 sm:px-6 lg:grid-cols-[1fr_21rem] lg:grid-rows-[auto_1fr] lg:gap-x-20 lg:gap-y-6"
    >
      <div>
        <div className="flex items-center justify-between gap-4">
          <Button asChild kind="quiet" className="-ml-2.5 sm:-ml-5">
            <Link to={paths.signup}>
              <ArrowLeft size={18} aria-hidden /> Back to signup
            </Link>
          </Button>
          <Link to={paths.home} className="py-2 lg:hidden">
            <Logo name={name} />
          </Link>
        </div>
        <p className="lettering mt-4 text-sm text-turf lg:mt-9">Second half</p>
        <h1 className="mt-2 text-3xl sm:text-[2.75rem]">How would you like to pay?</h1>
        <p className="measure mt-2 text-muted lg:text-lg">
          Joining as <span className="wrap-anywhere text-chalk">{signup.email}</span>.
        </p>
      </div>
      <Suspense fallback={<Skeleton className="h-34 lg:col-start-2 lg:row-span-2 lg:row-start-1" />}>
        <MembershipSummary
          memberName={`${signup.firstName} ${signup.lastName}`}
          applied={applied}
          className="lg:col-start-2 lg:row-span-2 lg:row-start-1"
        />
      </Suspense>
      <div className="grid content-start gap-2">
        {intent?.clientSecret ? (
          <SignupPaymentForm signup={signup} first={intent} applied={applied}>
            <CodeOffer>
              <PromoBox applied={applied} onChange={setApplied} />
            </CodeOffer>
          </SignupPaymentForm>
        ) : (
          <div className="surface grid justify-items-center gap-4 p-14 text-center">
            <Spinner label="One moment" />
            <p>Setting up secure payment...</p>
          </div>
        )}
      </div>
    </main>
  )
}

/** Offers the promo code box, which few people need. */
function CodeOffer({ children }: { children: ReactNode }) {
  const [wasOpened, setOpened] = useState(false)
  return (
    <details onToggle={() => setOpened(true)}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm font-semibold underline decoration-line decoration-2 underline-offset-4 hover:decoration-turf">
        Have a promo code?
      </summary>
      {wasOpened ? <Suspense fallback={<Skeleton className="h-[7.25rem]" />}>{children}</Suspense> : null}
    </details>
  )
}

type FormProps = {
  signup: SignupData
  first: Awaited<ReturnType<typeof prepareSignup>>
  applied: AppliedCode | null
  children: ReactNode
}

function SignupPaymentForm({ signup, first, applied, children }: FormProps) {
  const { price } = useSite()
  const { begin, paid, problem } = useSignupPayment(signup, first, applied)
  const renewal = applied?.renewalPrice ?? price
  return (
    <>
      {children}
      {isFree(applied) && !applied?.cardRequired ? (
        <Suspense fallback={<Skeleton className="h-72" />}>
          <ActivateFree renewal={renewal} begin={() => begin()} problem={problem} />
        </Suspense>
      ) : (
        <PaymentForm
          // Saving a card and paying use different fields.
          key={isFree(applied) ? 'save' : 'pay'}
          amount={applied?.finalPrice ?? price}
          renewal={renewal}
          returnPath={paths.paymentSuccess}
          secret={() => begin()}
          problem={problem}
          onPaid={({ intentId }) => (isFree(applied) ? begin(intentId) : paid(intentId))}
        />
      )}
    </>
  )
}
