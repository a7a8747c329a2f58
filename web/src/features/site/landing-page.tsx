import { lazy, Suspense } from 'react'
import { usePageTitle } from '#site/page-title.ts'
import { LandingFooter } from './landing-footer.tsx'
import { LandingHero } from './landing-hero.tsx'
import { LandingFeatures, LandingReasons } from './landing-notes.tsx'
import { LandingPlan } from './landing-plan.tsx'
import { Link } from '#router/link.tsx'
import { paths } from '#paths.ts'
import { isPaymentUnderWay } from '#payments/payment-under-way.ts'
import { useSite, useTexts } from '#site/site.ts'
import { Button } from '#ui/button.tsx'
import { Logo } from '#ui/logo.tsx'
import { useIsHydrated } from '#ui/use-is-hydrated.ts'
import { LandingClip, LandingTeasers } from './landing-teasers.tsx'
import { LandingQuestions, LandingQuotes } from './landing-voices.tsx'

const JoinBar = lazy(async () => ({ default: (await import('./join-bar.tsx')).JoinBar }))

function LandingBio() {
  const { creator, figures, coverUrl } = useSite()
  const { bioTitle } = useTexts().landing
  const isEmpty = creator.bio.length === 0 && coverUrl === null && figures.followers === null
  if (creator.name === null || isEmpty) return null
  return (
    <section aria-labelledby="bio" className="border-y border-line bg-stand">
      {coverUrl ? <img src={coverUrl} alt="" className="max-h-96 w-full object-cover" /> : null}
      <div className="mx-auto grid max-w-wide gap-6 px-6 py-14 lg:grid-cols-[1fr_2fr] lg:gap-14">
        <div>
          <h2 id="bio" className="max-w-[16ch] text-2xl sm:text-3xl">
            {bioTitle}
          </h2>
          {figures.followers === null ? null : (
            <p className="mt-4">
              <span className="board mr-1 text-xl font-bold">{figures.followers}</span>{' '}
              <span className="text-muted">followers</span>
            </p>
          )}
        </div>
        <div className="measure grid justify-items-start gap-4 text-muted">
          {creator.bio.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <Button asChild kind="link" className="min-h-11!">
            <Link to={paths.influencerInfo}>Read the whole story</Link>
          </Button>
        </div>
      </div>
    </section>
  )
}

/** Logo, Sign In and Join Now. Join Now is left out while the visitor's payment is being verified. */
function LandingHeader() {
  const { name } = useSite()
  return (
    <header className="z-20 border-b border-line bg-pitch sm:sticky sm:top-0">
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

export function LandingPage() {
  usePageTitle()
  const isHydrated = useIsHydrated()
  return (
    <>
      <LandingHeader />
      <main id="main">
        <LandingHero />
        <LandingTeasers />
        <LandingClip />
        <LandingQuotes />
        <LandingFeatures />
        <LandingBio />
        <LandingPlan />
        <LandingReasons />
        <LandingQuestions />
      </main>
      <LandingFooter />
      {isPaymentUnderWay() || !isHydrated ? null : (
        <Suspense fallback={null}>
          <JoinBar />
        </Suspense>
      )}
    </>
  )
}
