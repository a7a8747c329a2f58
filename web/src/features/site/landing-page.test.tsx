import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { recordPaymentUnderWay } from '#payments/payment-under-way.ts'
import { openPage, openSite } from '#testing/open-page.tsx'
import { LandingPage } from './landing-page.tsx'

// A first import may take long, and the dialog renders nothing until then.
beforeAll(async () => {
  await import('#shell/contact-us-dialog.tsx')
  await import('./terms-dialog.tsx')
  await import('./privacy-dialog.tsx')
})
async function open(figures = openSite.figures) {
  openPage(LandingPage, '/', { ...openSite, figures })
  await screen.findByRole('banner')
}
beforeEach(() => open())
afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

const headings = (level: number) =>
  screen.getAllByRole('heading', { level }).map((heading) => heading.textContent?.trim())
const whereTo = (place: HTMLElement, name: string | RegExp) =>
  within(place).getByRole('link', { name }).getAttribute('href')
const section = (name: string) => screen.getByRole('region', { name })

const board = () =>
  within(section('Why Choose Platinum'))
    .getAllByRole('definition')
    .map((figure) => [figure.textContent, figure.previousElementSibling?.textContent])

const followers = () => within(section('Nineteen seasons in the middle')).queryByText('followers')

describe('the landing page', () => {
  it('links from the header to sign-in and signup [LAND-1]', () => {
    const header = screen.getByRole('banner')
    expect(whereTo(header, 'Touchline')).toBe('/')
    expect([whereTo(header, 'Sign In'), whereTo(header, 'Join Now')]).toEqual(['/login', '/signup'])
  })

  it("shows the server's price on the signup link [LAND-2]", () => {
    expect(openSite.price).toBe(12.99)
    expect(whereTo(screen.getByRole('main'), 'Subscribe for $12.99 per month')).toBe('/signup')
  })

  it('shows three features, the creator, and one plan with two lists [LAND-3, LAND-4, LAND-5]', () => {
    expect(headings(3)).toEqual(
      expect.arrayContaining(['Premium Content', 'Direct Connection', 'Exclusive Community']),
    )
    for (const paragraph of openSite.creator.bio) expect(screen.getByText(paragraph)).toBeTruthy()
    const plan = section('Platinum Membership')
    expect(within(plan).getAllByRole('list')).toHaveLength(2)
    expect(whereTo(plan, 'Join Now')).toBe('/signup')
  })

  const promises = [
    ['24/7', 'access'],
    ['100%', 'ad-free'],
    ['Unlimited', 'interactions'],
  ]

  it('shows three reasons and the figures that the server has [LAND-6]', async () => {
    expect(within(section('Why Choose Platinum')).getAllByRole('article')).toHaveLength(3)
    expect(board()).toEqual([['500+', 'premium posts'], ...promises])
    cleanup()
    await open({ ...openSite.figures, posts: null })
    expect(board()).toEqual(promises)
  })

  it('shows the follower count that the operator set [LAND-4]', async () => {
    expect(followers()?.previousElementSibling?.textContent).toBe('250,000')
    cleanup()
    await open({ ...openSite.figures, followers: null })
    expect(followers()).toBeNull()
  })

  it('offers legal texts as pages and dialogs, and the contact dialog [LAND-7]', async () => {
    const footer = screen.getByRole('contentinfo')
    const links = ['About the Influencer', 'Terms of Service', 'Privacy Policy', 'Community Rules']
    expect(links.map((name) => whereTo(footer, name))).toEqual([
      '/influencer-info',
      '/terms',
      '/privacy',
      '/rules',
    ])
    const dialogs = [
      ['Contact Us', 'Contact Us'],
      ['Read here: Terms of Service', 'Terms of Service'],
      ['Read here: Privacy Policy', 'Privacy Policy'],
    ] as const
    for (const [button, title] of dialogs) {
      fireEvent.click(within(footer).getByRole('button', { name: button }))
      const dialog = await screen.findByRole('dialog', { name: title })
      fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
    }
  })

  it('links to the payment being verified instead of asking to join [PAY-8]', async () => {
    cleanup()
    recordPaymentUnderWay(true)
    await open()
    expect(screen.queryByRole('link', { name: /Join Now|Subscribe/ })).toBeNull()
    expect(whereTo(section('Platinum Membership'), 'See Your Payment')).toBe('/payment-success')
    expect(screen.getByText(/Your payment is being verified/)).toBeTruthy()
  })
})
