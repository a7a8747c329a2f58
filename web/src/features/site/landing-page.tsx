import { usePageTitle } from '#site/page-title.ts'
import { LandingFooter } from './landing-footer.tsx'
import { LandingHero } from './landing-hero.tsx'
import { LandingFeatures, LandingReasons } from './landing-notes.tsx'
import { LandingPlan } from './landing-plan.tsx'
import { Link } from '@tanstack/react-router'
import { paths } from '#paths.ts'
import { isPaymentUnderWay } from '#payments/payment-under-way.ts'
import { useSite } from '#site/site.ts'
import { Button } from '#ui/button.tsx'
import { Logo } from '#ui/logo.tsx'
import { useLandingTexts } from './landing-texts.ts'
import { Portrait } from './portrait.tsx'

function LandingBio() {
  const { creator, figures } = useSite()
  const { bioTitle } = useLandingTexts()
  if (creator.name === null) return null
  return (
    <section aria-labelledby="bio" className="border-y border-line bg-stand">
      <div className="mx-auto grid max-w-wide items-center gap-9 px-6 py-20 lg:grid-cols-[auto_1fr] lg:gap-20">
        <Portrait name={creator.name} className="w-full max-w-[26rem] rounded-card lg:w-[26rem]" />
        <div>
          <p className="lettering text-sm text-turf">{creator.name}</p>
          <h2 id="bio" className="mt-3 max-w-[16ch] text-3xl sm:text-[2.75rem]">
            {bioTitle}
          </h2>
          <div className="measure mt-6 grid gap-4 text-lg text-muted">
            {creator.bio.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
          <p className="mt-6 flex flex-wrap items-baseline gap-x-6 gap-y-2">
            {figures.followers === null ? null : (
              <span>
                <span className="board mr-1 text-xl font-bold">{figures.followers}</span>{' '}
                <span className="text-muted">followers</span>
              </span>
            )}
            <Button asChild kind="link">
              <Link to={paths.influencerInfo}>Read the whole story</Link>
            </Button>
          </p>
        </div>
      </div>
    </section>
  )
}

/** Logo, Sign In and Join Now. Join Now is left out while the visitor's payment is being verified. */
function LandingHeader() {
  const { name } = useSite()
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-pitch">
      <div className="mx-auto flex h-18 max-w-wide items-center justify-between gap-2 px-3 min-[22.5rem]:px-4 sm:px-6">
        <Link to={paths.home} className="flex py-2 max-[22.5rem]:[&_.display]:text-base">
          <Logo name={name} />
        </Link>
        <nav aria-label="Account" className="flex items-center gap-1 sm:gap-3">
          <Button asChild kind="quiet" className="px-2! min-[22.5rem]:px-3! sm:px-5!">
            <Link to={paths.login}>Sign In</Link>
          </Button>
          {isPaymentUnderWay() ? null : (
            <Button asChild kind="chalk" className="px-2.5! min-[22.5rem]:px-3.5! sm:px-5!">
              <Link to={paths.signup}>Join Now</Link>
            </Button>
          )}
        </nav>
      </div>
    </header>
  )
}

/** The front page for visitors. */
export function LandingPage() {
  usePageTitle()
  return (
    <>
      <LandingHeader />
      <main id="main">
        <LandingHero />
        <LandingFeatures />
        <LandingBio />
        <LandingPlan />
        <LandingReasons />
      </main>
      <LandingFooter />
    </>
  )
}
