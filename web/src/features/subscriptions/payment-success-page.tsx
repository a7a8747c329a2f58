import { useQuery, useSuspenseQuery, queryOptions } from '@tanstack/react-query'
import { Link } from '#router/link.tsx'
import { useEffect, useState } from 'react'
import { paths } from '#paths.ts'
import { usePageTitle } from '#site/page-title.ts'
import { recordPaymentUnderWay } from '#payments/payment-under-way.ts'
import { takeReturnPath } from '#session/take-return-path.ts'
import type { SignupData } from './signup-data.ts'
import { clearSignup, signupQueries } from './signup-flow.ts'
import { useSite } from '#site/site.ts'
import { Button } from '#ui/button.tsx'
import { OfficialCard, type CardColour } from '#ui/official-card.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { toast } from '#ui/toast-store.ts'
import { ContactButton } from './contact-button.tsx'
import { savedSignupQuery } from './signup-requests.ts'
import { isSuspended } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { type SuccessStep, shouldPoll, pollDelayMs, toSuccessStep, toErrorStep } from './signup-outcome.ts'
import { subscriptionCalls } from './subscription-calls.ts'

/** What a browser knows after paying; the server verifies it. */
type Claim = {
  subscriptionId?: string | null | undefined
  paymentIntentId?: string | null | undefined
  email?: string
  password?: string
}

async function claimAccount(body: Claim): Promise<SuccessStep> {
  try {
    return toSuccessStep(await call(subscriptionCalls.createUser, { body }))
  } catch (error) {
    if (isSuspended(error)) throw error
    return toErrorStep(error, body.email !== undefined)
  }
}

/** Finishes a signup and polls while the payment is pending or Stripe is unavailable. */
const accountQuery = (claim: Claim) =>
  queryOptions({
    queryKey: [...signupQueries, 'account'],
    queryFn: () => claimAccount(claim),
    refetchInterval: ({ state }) =>
      state.data && shouldPoll(state.data) ? pollDelayMs(state.dataUpdateCount) : false,
    refetchIntervalInBackground: true,
    // Every response counts as new: a second failure shows its message again.
    structuralSharing: false,
    gcTime: 0,
    throwOnError: false,
  })

type SuccessText = { colour: CardColour; title: string; text: string }

export function successText(at: SuccessStep, clubName: string): SuccessText {
  switch (at.step) {
    case 'creating':
      return { colour: 'green', title: `Welcome to ${clubName}`, text: 'Creating your account...' }
    case 'welcome':
      return {
        colour: 'green',
        title: `Welcome to ${clubName}`,
        text: 'Your account is ready and your Platinum membership is active.',
      }
    case 'processing':
      return { colour: 'blue', title: 'Your payment is being verified', text: at.message }
    case 'waiting':
      return { colour: 'blue', title: 'One moment of added time', text: at.message }
    case 'signIn':
      return { colour: 'green', title: `Welcome to ${clubName}`, text: at.message }
    case 'unpaid':
      return { colour: 'yellow', title: 'The payment did not go through', text: at.message }
    case 'unknown':
      return { colour: 'white', title: 'Finish in your own browser', text: at.message }
    default:
      return {
        colour: 'red',
        title: 'Account Creation Failed',
        text: 'There was an issue creating your account. Please contact support.',
      }
  }
}

type Props = { seconds: number; onEnd: () => void }

/** The fourth official's board counting down; `onEnd` at zero. */
function Countdown({ seconds, onEnd }: Props) {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    if (left <= 0) {
      onEnd()
      return undefined
    }
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left, onEnd])
  return (
    <p className="inline-flex items-center gap-3 text-sm text-muted">
      <span className="board rounded-control border border-line bg-stand px-3 py-1 text-2xl font-bold text-caution">
        0:0{Math.max(left, 0)}
      </span>
      until you are taken inside
    </p>
  )
}

const redirectMs = 1500
const countdownSeconds = 5

/** What this browser knows of the payment: the signup of this tab, or the ids that a wallet put into the URL. */
function claimFromBrowser(signup: SignupData | null): Claim {
  const { paymentIntentId, subscriptionId, email, password } = signup ?? {}
  const returned = new URLSearchParams(window.location.search).get('payment_intent')
  // After a return from a wallet, the id in the URL is the one that was paid.
  const isAnother = returned !== null && returned !== paymentIntentId
  return {
    subscriptionId: isAnother ? null : subscriptionId,
    paymentIntentId: returned ?? paymentIntentId,
    ...(email && password ? { email, password } : {}),
  }
}

// A full page load clears the state of the visitor and fetches the new member.
const loadPage = (to: string) => window.location.assign(to)
const goHome = () => loadPage(takeReturnPath() ?? paths.home)

const withSupport = new Set<SuccessStep['step']>(['processing', 'unknown', 'failed'])
const creating: SuccessStep = { step: 'creating' }

function useSideEffects(at: SuccessStep) {
  useEffect(() => {
    const { step } = at
    // The front page must not invite a person to join while their payment is pending.
    if (step !== 'creating' && step !== 'waiting') recordPaymentUnderWay(step === 'processing')
    if (step === 'welcome' || step === 'signIn') clearSignup()
    if (step === 'unpaid') toast({ title: 'Payment Failed', description: at.message, kind: 'destructive' })
    if (step === 'failed')
      toast({
        title: 'Account Creation Failed',
        description: 'There was an issue creating your account. Please contact support.',
        kind: 'destructive',
      })
    if (step === 'welcome')
      toast({
        title: 'Account Created!',
        description: 'Your subscription is now active. Redirecting...',
        kind: 'success',
      })
  }, [at])
}

/** After the payment, the server verifies it, creates the account and signs in. */
export function PaymentSuccessPage() {
  const { name } = useSite()
  usePageTitle('Welcome')
  const { data: signup } = useSuspenseQuery(savedSignupQuery)
  const [claim] = useState(() => claimFromBrowser(signup))
  const { data: at = creating, refetch, isFetching } = useQuery(accountQuery(claim))
  useSideEffects(at)
  useEffect(() => {
    // Stripe's ids must not stay in the history or in a screenshot.
    if (window.location.search) window.history.replaceState(window.history.state, '', paths.paymentSuccess)
  }, [])
  const { colour, title, text } = successText(at, name)
  return (
    <main id="main" className="relative grid flex-1 place-items-center overflow-hidden px-6 py-14">
      <svg
        aria-hidden
        viewBox="0 0 400 400"
        className="absolute top-1/2 left-1/2 size-[42rem] max-w-none -translate-1/2 fill-none stroke-line stroke-1"
      >
        <path d="M30 200a170 170 0 1 1 340 0a170 170 0 1 1-340 0M-400 200H30M370 200H800" />
      </svg>
      <div className="relative grid max-w-[30rem] justify-items-center p-6 text-center">
        <OfficialCard colour={colour} className="mb-9 text-[3.5rem]" />
        <h1 className="text-3xl">{title}</h1>
        <output className="mt-4 block text-lg text-muted">{text}</output>
        <div className="mt-9 flex flex-wrap items-center justify-center gap-4">
          {at.step === 'creating' || at.step === 'waiting' ? <Spinner label="One moment" /> : null}
          {at.step === 'welcome' ? <EnterClub /> : null}
          {at.step === 'signIn' || at.step === 'unknown' ? <SignInLink /> : null}
          {at.step === 'unpaid' ? (
            <Button asChild size="large">
              <Link to={claim.email ? paths.payment : paths.signup}>Try Again</Link>
            </Button>
          ) : null}
          {at.step === 'failed' ? (
            <Button size="large" disabled={isFetching} onClick={() => void refetch()}>
              {isFetching ? 'Trying again...' : 'Try Again'}
            </Button>
          ) : null}
          {withSupport.has(at.step) ? <ContactButton /> : null}
        </div>
      </div>
    </main>
  )
}

/** Leads home after a moment, unless the member chooses to start with the content. */
function EnterClub() {
  const [isExploring, setExploring] = useState(false)
  useEffect(() => {
    if (isExploring) return undefined
    const timer = setTimeout(goHome, redirectMs)
    return () => clearTimeout(timer)
  }, [isExploring])
  function explore() {
    setExploring(true)
    loadPage(paths.content)
  }
  return (
    <div className="grid justify-items-center gap-6">
      <Button size="large" onClick={explore}>
        Start Exploring
      </Button>
      {isExploring ? <Spinner label="One moment" /> : <Countdown seconds={countdownSeconds} onEnd={goHome} />}
    </div>
  )
}

function SignInLink() {
  return (
    <Button asChild size="large">
      <Link to={paths.login}>Sign In</Link>
    </Button>
  )
}
