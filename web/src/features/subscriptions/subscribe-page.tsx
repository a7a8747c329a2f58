import { useQuery } from '@tanstack/react-query'
import type { SubscriptionStatus } from '@touchline/contract/subscriptions.ts'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { paths } from '#paths.ts'
import { usePageTitle } from '#site/page-title.ts'
import { useSite, useTexts } from '#site/site.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { PaymentForm } from './payment-form.tsx'
import { type OpenBill, openBillOf } from './open-bill.ts'
import { type AppliedCode, isFree } from './promo-code.ts'
import { detailsQuery } from './requests.ts'
import { isOverdue as mayOwe, useSubscribing } from './use-subscribing.ts'
import { useWatchedStatus } from '#people/membership-status.ts'

const MembershipSummary = lazy(async () => ({
  default: (await import('./membership-summary.tsx')).MembershipSummary,
}))
const PromoBox = lazy(async () => ({ default: (await import('./promo-box.tsx')).PromoBox }))
const ActivateFree = lazy(async () => ({ default: (await import('./activate-free.tsx')).ActivateFree }))
const StatusPanel = lazy(async () => ({ default: (await import('./status-panel.tsx')).StatusPanel }))
const insteadOfPaying = () => import('./instead-of-paying.tsx')
const ResumeOffer = lazy(async () => ({ default: (await insteadOfPaying()).ResumeOffer }))
const fetchDone = async () => ({ default: (await import('./subscribe-done.tsx')).SubscribeDone })
const SubscribeDone = lazy(fetchDone)
const BillError = lazy(async () => ({ default: (await insteadOfPaying()).BillError }))
const PlanBenefits = lazy(async () => ({ default: (await import('./plan-benefits.tsx')).PlanBenefits }))
const NotForStaff = lazy(async () => ({ default: (await insteadOfPaying()).NotForStaff }))

export function SubscribePage() {
  usePageTitle('Platinum Membership')
  const { role } = useSignedInViewer()
  return (
    <main id="main" className="page">
      {role === 'subscriber' ? (
        <Subscribing />
      ) : (
        <Suspense>
          <NotForStaff />
        </Suspense>
      )}
    </main>
  )
}

const Later = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={<Skeleton className="h-72" />}>{children}</Suspense>
)

const statusNote = ({ subscriptionState, message, userMessage }: SubscriptionStatus) =>
  subscriptionState === 'none' ? null : `${message}. ${userMessage}`

function Subscribing() {
  const status = useWatchedStatus()
  // Preloaded, so that it shows after the payment even if the connection drops.
  useEffect(() => void fetchDone().catch(() => {}), [])
  const { data: details, isFetchedAfterMount, isError, error, refetch } = useQuery(detailsQuery)
  const bill = isFetchedAfterMount && details ? openBillOf(details) : undefined
  // A code applies to a first payment: an open invoice has a fixed price.
  const isCertain = bill !== undefined || isError || mayOwe(status.subscriptionState)
  const mayUseCode = isCertain ? bill === null : undefined
  const { done, problem, begin, paid } = useSubscribing(status.subscriptionState)
  if (done)
    return (
      <Later>
        <SubscribeDone done={done} />
      </Later>
    )
  switch (status.subscriptionState) {
    case 'active':
    case 'complimentary':
      return (
        <Later>
          <SubscribeDone done="already" />
        </Later>
      )
    case 'payment_processing':
      return (
        <Later>
          <StatusPanel status={status} />
        </Later>
      )
    case 'canceled_pending':
      return (
        <Later>
          <ResumeOffer accessUntil={status.accessUntil} begin={() => begin(null)} />
        </Later>
      )
    default:
      return (
        <Join
          note={statusNote(status)}
          bill={bill}
          mayUseCode={mayUseCode}
          begin={begin}
          paid={paid}
          problem={problem}
        >
          {bill !== undefined || !mayOwe(status.subscriptionState) ? null : isFetchedAfterMount ? (
            <Suspense>
              <BillError why={error} onTryAgain={() => void refetch()} />
            </Suspense>
          ) : (
            <Skeleton className="h-72" />
          )}
        </Join>
      )
  }
}

type Begin = ReturnType<typeof useSubscribing>['begin']
type Paid = ReturnType<typeof useSubscribing>['paid']

type MayUseCode = { mayUseCode: boolean | undefined }

/** Reserves the place of the promo box until it is known whether it shows, so that the form below does not move. */
function PromoSlot({ mayUseCode, children }: MayUseCode & { children: ReactNode }) {
  if (mayUseCode === false) return null
  const place = <Skeleton className="h-[7.25rem]" />
  return mayUseCode ? <Suspense fallback={place}>{children}</Suspense> : place
}

type JoinProps = MayUseCode & {
  note: string | null
  /** The open bill; undefined while unknown. */
  bill: OpenBill | null | undefined
  begin: Begin
  paid: Paid
  problem: string | null
  /** Replaces the payment while its price is unknown. */
  children: ReactNode
}

function Join({ note, bill, mayUseCode, begin, paid, problem, children }: JoinProps) {
  const { price } = useSite()
  const { plan } = useTexts()
  const { firstName, lastName, email } = useSignedInViewer()
  const [applied, setApplied] = useState<AppliedCode | null>(null)
  return (
    <div className="grid gap-6 lg:grid-cols-[1fr_21rem] lg:grid-rows-[auto_1fr] lg:gap-x-20">
      <header>
        <h1 className="page-title">{plan.title}</h1>
        <p className="measure text-muted">{plan.lead}</p>
        {note ? (
          <p className="mt-6 rounded-card border-l-4 border-caution-fill bg-bench p-4">
            {note.split(/(\w+-\w+)/).map((part, index) => (
              // Hyphenated words stay on one line.
              <span key={part} className={index % 2 ? 'whitespace-nowrap' : ''}>
                {part}
              </span>
            ))}
          </p>
        ) : null}
      </header>
      {children ? null : (
        <Suspense fallback={<Skeleton className="h-34 lg:col-start-2 lg:row-span-2 lg:row-start-1" />}>
          <MembershipSummary
            memberName={[firstName, lastName].filter(Boolean).join(' ') || email}
            applied={applied}
            bill={bill ?? null}
            className="lg:col-start-2 lg:row-span-2 lg:row-start-1"
          />
        </Suspense>
      )}
      <div className="grid content-start gap-6">
        <PromoSlot mayUseCode={mayUseCode}>
          <PromoBox applied={applied} onChange={setApplied} />
        </PromoSlot>
        {children ??
          (isFree(applied) && !applied?.cardRequired ? (
            <Later>
              <ActivateFree
                renewal={applied?.renewalPrice ?? price}
                begin={() => begin(applied?.code ?? null, { termsAccepted: true })}
                problem={problem}
              />
            </Later>
          ) : (
            <PaymentForm
              // Saving a card and paying use different fields.
              key={isFree(applied) ? 'save' : 'pay'}
              amount={bill?.due ?? applied?.finalPrice ?? price}
              renewal={applied?.renewalPrice ?? price}
              returnPath={paths.subscribe}
              problem={problem}
              secret={() => begin(applied?.code ?? null, { termsAccepted: true })}
              onPaid={({ outcome, intentId }) =>
                isFree(applied)
                  ? begin(applied?.code ?? null, { setupIntentId: intentId, termsAccepted: true })
                  : paid(outcome)
              }
            />
          ))}
        <Suspense fallback={null}>
          <PlanBenefits />
        </Suspense>
      </div>
    </div>
  )
}
