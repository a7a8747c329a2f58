import { Link } from '@tanstack/react-router'
import { paths } from '#paths.ts'
import { useSite } from '#session/site.ts'
import { Button } from '#ui/button.tsx'
import { formatDollars } from '#ui/dollars.ts'
import { PlatinumCard } from '#ui/platinum-card.tsx'
import { useLandingTexts } from './landing-texts.ts'

/** The promise, the price and the card one would own. */
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
            <Button asChild size="large" className="max-[22.5rem]:px-4!">
              <Link to={paths.signup}>Subscribe for {formatDollars(price)} per month</Link>
            </Button>
            <p className="text-sm text-muted">{cancel}</p>
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

function HeroPitch() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 1440 800"
      preserveAspectRatio="xMaxYMax slice"
      className="absolute inset-0 -z-10 hidden size-full fill-none stroke-line stroke-2 lg:block"
    >
      <path pathLength="1" className="chalk-in" d="M24 -10V770H1450" />
      <path pathLength="1" className="chalk-in" d="M24 706a64 64 0 0 1 64 64" />
      <path pathLength="1" className="chalk-in" d="M1130 102a290 290 0 1 1-.1 0" />
      <path pathLength="1" className="chalk-in" d="M1130 -10V770" />
    </svg>
  )
}
