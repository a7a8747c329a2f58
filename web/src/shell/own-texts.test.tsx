import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { site } from '@touchline/content/site.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type RouteComponent } from '#router/lazy-page.tsx'
import { openPage, openSite } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { ContactUsDialog } from './contact-us-dialog.tsx'
import { NotFoundScreen } from './not-found-screen.tsx'
import { SuspendedScreen } from './suspended-screen.tsx'
import { LoginPage } from '../features/accounts/login-page.tsx'
import { ForgotPasswordPage } from '../features/accounts/forgot-password-page.tsx'
import { GatePage } from '../features/gate/gate-page.tsx'
import { InfluencerInfoPage } from '../features/site/influencer-info-page.tsx'
import { LandingPage } from '../features/site/landing-page.tsx'
import { PrivacyPage } from '../features/site/privacy-page.tsx'
import { RulesPage } from '../features/site/rules-page.tsx'
import { TermsPage } from '../features/site/terms-page.tsx'
import { SignupPage } from '../features/subscriptions/signup-page.tsx'
import { SignupBenefits } from '../features/subscriptions/signup-benefits.tsx'

let stop = async () => {}
beforeEach(async () => {
  stop = await servePage((_request, response) => response.writeHead(401).end('{"message":"Unauthorized"}'))
})
afterEach(async () => {
  cleanup()
  await stop()
})

/** Texts that only the demo club may show. */
const ofDemo =
  /whitlock|\bsam\b|nineteen|referee|sixty thousand|two decades|250,?000|10k\+|\b4\.9\b|1,247|1,000\+|500\+|24\/7|touchline\.example/i

/** What only a creator may promise. */
const invented =
  /straight answers?|hear back|behind.the.scenes|priority|beta feature|written by the creator|ghost|answered? (?:first|by the creator)|long reads|free advice/i

const ownSite = {
  ...openSite,
  ...site,
  creator: { ...site.creator, id: null },
  features: { ...openSite.features, demo: false },
}
const joined = { ...ownSite, creator: { ...ownSite.creator, id: 'c', name: 'Rory Baker', bio: ['I bake.'] } }

const pages: [string, RouteComponent][] = [
  ['the gate', () => <GatePage onUnlock={() => {}} />],
  ['the landing page', LandingPage],
  ['the page about the creator', InfluencerInfoPage],
  ['the sign-in', LoginPage],
  ['the forgotten password', ForgotPasswordPage],
  ['the signup', SignupPage],
  ['its benefits', SignupBenefits],
  ['the terms', TermsPage],
  ['the privacy policy', PrivacyPage],
  ['the rules', RulesPage],
  ['the contact dialog', () => <ContactUsDialog open onOpenChange={() => {}} />],
  ['the suspended screen', SuspendedScreen],
  ['the page that is not there', NotFoundScreen],
]

const everything = () => document.documentElement.outerHTML
const isDrawn = () => waitFor(() => expect(document.querySelector('h1, h2, [role=dialog]')).not.toBeNull())

it.each(pages)(
  'contain no demo text and no promise without the demo: %s [STATIC-4, SITE-5]',
  async (_name, Page) => {
    openPage(Page, '/', ownSite)
    await isDrawn()
    expect(everything()).not.toMatch(/went wrong!|failed to/i)
    expect(everything()).not.toMatch(ofDemo)
    expect(everything()).not.toMatch(invented)
  },
)

it('contain demo text in the demo club', async () => {
  openPage(LandingPage)
  await isDrawn()
  expect(everything()).toMatch(ofDemo)
})

it("show the creator's name and bio once they have joined [LAND-4, STATIC-3]", async () => {
  openPage(LandingPage, '/', joined)
  await screen.findByText('Rory Baker')
  expect(screen.getByText('I bake.')).toBeTruthy()
  cleanup()
  openPage(InfluencerInfoPage, '/', joined)
  await screen.findByRole('heading', { name: 'Biography' })
  expect(screen.getByText('I bake.')).toBeTruthy()
  expect(everything()).not.toMatch(ofDemo)
})

it("shows the creator's picture if there is one", async () => {
  const portraitUrl = '/api/site/portrait?of=x'
  openPage(LandingPage, '/', { ...joined, creator: { ...joined.creator, portraitUrl } })
  const pictures = await screen.findAllByRole('img', { name: 'Portrait of Rory Baker' })
  for (const picture of pictures) expect(picture.getAttribute('src')).toBe(portraitUrl)
})

it('lets a suspended person contact support without an email address [SYS-2]', async () => {
  openPage(SuspendedScreen, '/', ownSite)
  fireEvent.click(await screen.findByRole('button', { name: 'Contact Support' }))
  expect(await screen.findByRole('dialog', { name: 'Contact Support' })).toBeTruthy()
})
