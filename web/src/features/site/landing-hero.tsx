import { Link } from '@tanstack/react-router'
import { paths } from '#paths.ts'
import { isPaymentUnderWay } from '#payments/payment-under-way.ts'
import { useSite } from '#site/site.ts'
import { Button } from '#ui/button.tsx'
import { formatDollars } from '#ui/dollars.ts'
import { PlatinumCard } from '#ui/platinum-card.tsx'
import { useLandingTexts } from './landing-texts.ts'

export function LandingHero() {
  const { creator, price } = useSite()
  const { eyebrow, headline, cancel } = useLandingTexts()
  return (
    <section className="relative isolate overflow-hidden">
      <HeroPitch />
      <div className="mx-auto grid max-w-wide items-center gap-14 px-6 pt-14 pb-20 lg:min-h-[calc(100dvh-4.5rem)] lg:grid-cols-[1fr_19rem] lg:py-14 lg:pr-20">
        <div>
          <p className="lettering text-sm text-turf">{eyebrow}</p>
          <h1 className="display mt-4 text-hero">
            {headline.map((line) => (
              <span key={line} className="block">
                {line}{' '}
              </span>
            ))}
          </h1>
          <p className="mt-6 max-w-[46ch] text-lg text-muted">{creator.tagline}</p>
          <div className="mt-9 flex flex-wrap items-center gap-x-5 gap-y-3">
            {isPaymentUnderWay() ? (
              <>
                <Button asChild size="large">
                  <Link to={paths.paymentSuccess}>See Your Payment</Link>
                </Button>
                <p className="max-w-[36ch] text-sm text-muted">
                  Your payment is being verified. We will email you when your membership starts.
                </p>
              </>
            ) : (
              <>
                <Button asChild size="large" className="max-[22.5rem]:px-4!">
                  <Link to={paths.signup}>Subscribe for {formatDollars(price)} per month</Link>
                </Button>
                <p className="text-sm text-muted">{cancel}</p>
              </>
            )}
          </div>
        </div>
        <PlatinumCard title="Membership" className="mx-auto w-full max-w-[17rem] lg:max-w-none">
          <p className="board text-[2.25rem] leading-none font-bold">{formatDollars(price)}</p>
          <p className="mt-2 text-sm">per month</p>
        </PlatinumCard>
      </div>
    </section>
  )
}

/** Pitch markings: a corner at the lower left, the halfway line and center circle around the card. */
function HeroPitch() {
  return (
    <div aria-hidden className="absolute inset-0 -z-10 hidden fill-none stroke-line stroke-2 lg:block">
      <svg className="absolute top-0 left-6 h-[calc(100%-1.75rem)] w-full overflow-visible">
        <line pathLength="1" className="chalk-in" x1="0" y1="0" x2="0" y2="100%" />
        <line pathLength="1" className="chalk-in" x1="0" y1="100%" x2="100%" y2="100%" />
        <svg y="100%" className="overflow-visible">
          <path pathLength="1" className="chalk-in" d="M0 -58a58 58 0 0 1 58 58" />
        </svg>
      </svg>
      <svg className="absolute inset-x-0 top-0 mx-auto h-[calc(100%-1.75rem)] w-full max-w-wide overflow-visible">
        {/* The card's column is 19rem wide and ends 5rem before the edge. */}
        <svg x="100%" className="overflow-visible">
          <line pathLength="1" className="chalk-in" x1="-14.5rem" y1="0" x2="-14.5rem" y2="100%" />
          <svg y="0.875rem" className="overflow-visible">
            <circle pathLength="1" className="chalk-in" cx="-14.5rem" cy="50%" r="16.5rem" />
          </svg>
        </svg>
      </svg>
    </div>
  )
}
