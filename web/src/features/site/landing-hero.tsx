import { Link } from '#router/link.tsx'
import { paths } from '#paths.ts'
import { isPaymentUnderWay } from '#payments/payment-under-way.ts'
import { useSite, useTexts } from '#site/site.ts'
import { Button } from '#ui/button.tsx'
import { formatDollars } from '#ui/dollars.ts'
import { PlatinumCard } from '#ui/platinum-card.tsx'
import { Portrait } from './portrait.tsx'

export function LandingHero() {
  const { creator, price } = useSite()
  const { eyebrow, headline, cancel } = useTexts().landing
  return (
    <section className="relative isolate overflow-hidden">
      <HeroCorner />
      <div className="mx-auto grid max-w-wide items-center gap-14 px-6 pt-6 pb-9 sm:pt-14 lg:min-h-[calc(100dvh-12rem)] lg:grid-cols-[1fr_22rem] lg:py-14 lg:pr-14">
        <div>
          <div className="flex items-center gap-4">
            {creator.name === null ? null : (
              <Portrait name={creator.name} className="size-18 rounded-full border-2 border-turf lg:hidden" />
            )}
            <div>
              <p className="lettering text-sm text-turf">{eyebrow}</p>
              <p dir="auto" className="text-lg font-semibold empty:hidden">
                {creator.name}
              </p>
            </div>
          </div>
          <h1 className="display mt-4 text-hero">
            {headline.map((line) => (
              <span key={line} className="block">
                {line}{' '}
              </span>
            ))}
          </h1>
          <p className="mt-5 max-w-[46ch] text-lg text-muted empty:hidden">{creator.tagline}</p>
          <div data-join className="mt-7 flex flex-wrap items-center gap-x-5 gap-y-3">
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
        <HeroCards />
      </div>
    </section>
  )
}

/** The creator's portrait with the membership card in front of it, inside the center circle. */
function HeroCards() {
  const { creator, price } = useSite()
  const hasPortrait = creator.name !== null && creator.portraitUrl !== null
  return (
    <div className="relative hidden justify-items-center lg:grid">
      <HeroCircle />
      {hasPortrait && creator.name !== null ? (
        <Portrait
          name={creator.name}
          className="aspect-[4/5] w-full rounded-card border border-line shadow-(--float)"
        />
      ) : null}
      <PlatinumCard
        title="Membership"
        className={
          hasPortrait ? 'absolute -bottom-6 -left-14 w-44 p-5! [&_.display]:text-lg' : 'w-full max-w-[19rem]'
        }
      >
        <p className="board text-[1.75rem] leading-none font-bold">{formatDollars(price)}</p>
        <p className="mt-1 text-sm">per month</p>
      </PlatinumCard>
    </div>
  )
}

/** The halfway line and the center circle, around the middle of whatever they are in. */
function HeroCircle() {
  return (
    <svg
      aria-hidden
      className="absolute inset-0 -z-10 size-full overflow-visible fill-none stroke-line stroke-2"
    >
      <line pathLength="1" className="chalk-in" x1="50%" y1="-60rem" x2="50%" y2="90rem" />
      <circle pathLength="1" className="chalk-in" cx="50%" cy="50%" r="18.5rem" />
    </svg>
  )
}

function HeroCorner() {
  return (
    <svg
      aria-hidden
      className="absolute top-0 left-6 -z-10 hidden h-[calc(100%-1.75rem)] w-full overflow-visible fill-none stroke-line stroke-2 lg:block"
    >
      <line pathLength="1" className="chalk-in" x1="0" y1="0" x2="0" y2="100%" />
      <line pathLength="1" className="chalk-in" x1="0" y1="100%" x2="100%" y2="100%" />
      <svg y="100%" className="overflow-visible">
        <path pathLength="1" className="chalk-in" d="M0 -58a58 58 0 0 1 58 58" />
      </svg>
    </svg>
  )
}
