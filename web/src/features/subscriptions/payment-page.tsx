import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, Navigate, useNavigate } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useEffect } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { paths } from '#paths.ts'
import { usePageTitle } from '#site/page-title.ts'
import type { SignupData } from './signup-data.ts'
import { useSite } from '#site/site.ts'
import { Button } from '#ui/button.tsx'
import { Logo } from '#ui/logo.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { toast } from '#ui/toast-store.ts'
import { MembershipSummary } from './membership-summary.tsx'
import { PaymentForm } from './payment-form.tsx'
import { savePayment, savedSignupQuery, signupIntentQuery } from './signup-requests.ts'

/** The second half of a signup: the payment. Without the first half it leads back there. */
export function PaymentPage() {
  usePageTitle('Payment')
  const { data: signup } = useSuspenseQuery(savedSignupQuery)
  if (!signup) return <Navigate to={paths.signup} replace />
  return <SignupPayment signup={signup} />
}

type Ids = Pick<SignupData, 'paymentIntentId' | 'subscriptionId'>

/** Continues to the success page, which checks what was paid. */
function useContinueToSuccess(signup: SignupData) {
  const navigate = useNavigate()
  const client = useQueryClient()
  return async (ids: Ids) => {
    await savePayment(client, { ...signup, ...ids })
    await navigate({ to: paths.paymentSuccess, replace: true })
  }
}

function SignupPayment({ signup }: { signup: SignupData }) {
  const { name, price } = useSite()
  const navigate = useNavigate()
  const proceed = useContinueToSuccess(signup)
  const { data: intent, error } = useQuery(signupIntentQuery(signup))
  useEffect(() => {
    if (!error) return
    toast({ title: 'Error', description: errorMessage(error, 'Failed to proceed'), kind: 'destructive' })
    void navigate({ to: paths.signup, replace: true })
  }, [error, navigate])
  const isPaid = intent?.clientSecret === null
  useEffect(() => {
    if (isPaid) void proceed({ subscriptionId: intent.subscriptionId })
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it turns out to be paid
  }, [isPaid])
  return (
    <main
      id="main"
      className="mx-auto grid w-full max-w-wide gap-9 px-4 py-6 sm:px-6 lg:grid-cols-[1fr_21rem] lg:gap-20"
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
        <p className="lettering mt-9 text-sm text-turf">Second half</p>
        <h1 className="mt-2 text-3xl sm:text-[2.75rem]">How would you like to pay?</h1>
        <p className="measure mt-3 mb-9 text-lg text-muted">
          Joining as <span className="wrap-anywhere text-chalk">{signup.email}</span>.
        </p>
        {intent?.clientSecret ? (
          <PaymentForm
            amount={price}
            renewal={price}
            returnPath={paths.paymentSuccess}
            secret={async () => intent.clientSecret}
            onPaid={({ intentId }) =>
              proceed({ paymentIntentId: intentId, subscriptionId: intent.subscriptionId })
            }
          />
        ) : (
          <div className="surface grid justify-items-center gap-4 p-14 text-center">
            <Spinner label="One moment" />
            <p>Setting up secure payment...</p>
          </div>
        )}
      </div>
      <MembershipSummary memberName={`${signup.firstName} ${signup.lastName}`} />
    </main>
  )
}
