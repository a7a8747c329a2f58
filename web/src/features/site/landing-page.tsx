import type { ReactNode } from 'react'
import { usePageTitle } from '#session/page-title.ts'
import { LandingBio } from './landing-bio.tsx'
import { LandingFooter } from './landing-footer.tsx'
import { LandingHeader } from './landing-header.tsx'
import { LandingHero } from './landing-hero.tsx'
import { LandingFeatures, LandingReasons } from './landing-notes.tsx'
import { LandingPlan } from './landing-plan.tsx'

/** The front page for visitors. `contact` is the button that opens the contact dialog. */
export function LandingPage({ contact }: { contact: ReactNode }) {
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
      <LandingFooter contact={contact} />
    </>
  )
}
