import { Link } from '#router/link.tsx'
import type { SiteTexts } from '@touchline/contract/site-settings.ts'
import { paths } from '#paths.ts'
import { isPaymentUnderWay } from '#payments/payment-under-way.ts'
import { useSite, useTexts } from '#site/site.ts'
import { Button } from '#ui/button.tsx'
import { formatDollars } from '#ui/dollars.ts'

type List = SiteTexts['plan']['watch']

function Half({ list }: { list: List }) {
  return (
    <div className="p-6 sm:p-9">
      <h3 className="lettering text-sm text-turf">{list.title}</h3>
      <ul className="mt-4 grid gap-3">
        {list.items.map((item) => (
          <li key={item} className="flex gap-3">
            <span aria-hidden className="mt-2.5 h-0.5 w-4 shrink-0 bg-turf" />
            {item}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The one plan, laid out as a pitch: a half for each list, the price in the centre circle. */
export function LandingPlan() {
  const { price } = useSite()
  const { plan } = useTexts()
  return (
    <section aria-labelledby="plan" className="mx-auto max-w-wide px-6 pt-14">
      <h2 id="plan" className="text-2xl sm:text-3xl">
        {plan.title}
      </h2>
      <p className="mt-2 text-muted">{plan.lead}</p>
      <div className="relative mt-6 grid overflow-hidden rounded-card border-2 border-line lg:grid-cols-[1fr_17rem_1fr]">
        <PlanPitch />
        <Half list={plan.watch} />
        <div
          data-join
          className="relative grid min-h-60 place-content-center place-items-center gap-1 border-y-2 border-line py-9 text-center lg:border-0"
        >
          <p className="board text-[2.25rem] leading-none font-bold">{formatDollars(price)}</p>
          <p className="text-sm text-muted">per month</p>
          <Button asChild size="large" className="mt-5">
            {isPaymentUnderWay() ? (
              <Link to={paths.paymentSuccess}>See Your Payment</Link>
            ) : (
              <Link to={paths.signup}>Join Now</Link>
            )}
          </Button>
        </div>
        <Half list={plan.takePart} />
      </div>
      <p className="measure mt-4 text-sm text-muted">{plan.terms}</p>
    </section>
  )
}

function PlanPitch() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 1120 360"
      preserveAspectRatio="xMidYMid slice"
      className="absolute inset-0 hidden size-full fill-none stroke-line stroke-2 lg:block"
    >
      <path d="M560 -30v74M560 316v74" />
      <circle cx="560" cy="180" r="136" />
      <path d="M0 24A24 24 0 0 0 24 0M1120 24a24 24 0 0 1-24-24M0 336a24 24 0 0 1 24 24M1120 336a24 24 0 0 0-24 24" />
    </svg>
  )
}
