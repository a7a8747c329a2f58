import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { recordPaymentUnderWay } from '#payments/payment-under-way.ts'
import { openPage, openSite } from '#testing/open-page.tsx'
import { teasersQuery } from '#site/teasers.ts'
import { LandingPage } from './landing-page.tsx'

// The first import may take long; until then the dialog is empty.
beforeAll(async () => {
  await import('#shell/contact-us-dialog.tsx')
  await import('./join-bar.tsx')
  await import('./terms-dialog.tsx')
  await import('./privacy-dialog.tsx')
})
const teasers = [
  {
    id: '0190b0d0-0000-7000-8000-000000000001',
    title: 'The call I got wrong',
    lines: null,
    mediaType: 'video' as const,
    durationMs: 200_000,
    words: null,
    placeholder: 'data:image/png;base64,AA==',
    likesCount: 1204,
    commentsCount: 1,
    createdAt: '2026-11-20T12:00:00.000Z',
    clip: null,
  },
  {
    id: '0190b0d0-0000-7000-8000-000000000002',
    title: null,
    lines: null,
    mediaType: 'text' as const,
    durationMs: null,
    words: 640,
    placeholder: null,
    likesCount: 0,
    commentsCount: 0,
    createdAt: '2026-11-19T12:00:00.000Z',
    clip: null,
  },
]

const clip = {
  ...teasers[0]!,
  id: '0190b0d0-0000-7000-8000-000000000003',
  title: 'Level is on',
  durationMs: 6800,
  clip: {
    url: '/api/site/teasers/0190b0d0-0000-7000-8000-000000000003/clip/whole',
    streamUrl: null,
    still: '/api/site/teasers/0190b0d0-0000-7000-8000-000000000003/clip/poster-640',
    alt: 'An attack that stops.',
    width: 960,
    height: 540,
    captions: [{ url: '/captions', language: 'en' }],
  },
}

type Hear = (entries: { target: Element; isIntersecting: boolean }[]) => void

async function open(figures = openSite.figures, creator = openSite.creator) {
  const { client } = openPage(LandingPage, '/', { ...openSite, figures, creator })
  client.setQueryData(teasersQuery.queryKey, { teasers, clip })
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

  it('shows the creator beside the headline [LAND-4]', () => {
    const main = within(screen.getByRole('main'))
    expect(main.getAllByRole('img', { name: 'Portrait of Sam Whitlock' }).length).toBeGreaterThan(0)
    expect(main.getAllByText('Sam Whitlock').length).toBeGreaterThan(0)
  })

  it('shows the newest shared posts with kind, length and counts, each a link [LAND-10]', async () => {
    const strip = within(await screen.findByRole('region', { name: 'Newest in the club' }))
    const [video, text] = strip.getAllByRole('article')
    expect(video?.textContent).toBe('Video · 3:20The call I got wrong1,204 likes1 comment')
    expect(text?.textContent).toBe('Text · 3 min readA text for members0 likes0 comments')
    expect(whereTo(video!, 'The call I got wrong')).toBe(`/post/${teasers[0]?.id}`)
    expect(video?.querySelector('img')?.getAttribute('alt')).toBe('')
    expect(strip.queryByRole('button')).toBeNull()
  })

  it('plays the marked clip, and loads nothing of it before [FRONT-4]', async () => {
    const place = await screen.findByRole('region', { name: 'Watch one free' })
    expect(place.textContent).toContain('Video · 0:07Level is on')
    const video = place.querySelector('video')
    expect(video?.getAttribute('aria-label')).toBe('An attack that stops.')
    expect([video?.preload, video?.autoplay, video?.controls]).toEqual(['none', false, true])
    expect([video?.getAttribute('src'), video?.getAttribute('poster')]).toEqual([
      clip.clip.url,
      clip.clip.still,
    ])
    expect(video?.querySelector('track')?.getAttribute('srclang')).toBe('en')
  })

  it('quotes members and answers five questions [LAND-10]', () => {
    expect(section('What members say').querySelectorAll('blockquote')).toHaveLength(3)
    const questions = section('Questions before you join').querySelectorAll('details')
    expect([...questions].map(({ open: isOpen }) => isOpen)).toEqual([false, false, false, false, false])
  })

  it('shows no empty posts or quotes section [LAND-10]', async () => {
    cleanup()
    const { client } = openPage(LandingPage, '/', {
      ...openSite,
      features: { ...openSite.features, demo: false },
    })
    client.setQueryData(teasersQuery.queryKey, { teasers: [], clip: null })
    await screen.findByRole('banner')
    expect(headings(2)).not.toContain('Newest in the club')
    expect(headings(2)).not.toContain('What members say')
    expect(headings(2)).not.toContain('Watch one free')
    expect(section('Questions before you join')).toBeTruthy()
  })

  it('offers to join at the bottom while no other offer is in sight [LAND-10]', async () => {
    cleanup()
    const Real = window.IntersectionObserver
    let hear: Hear | undefined
    const watched: Element[] = []
    Reflect.set(
      window,
      'IntersectionObserver',
      class {
        constructor(callback: Hear) {
          hear = callback
        }
        observe = (element: Element) => void watched.push(element)
        disconnect() {}
      },
    )
    await open()
    await waitFor(() => expect(watched.length).toBeGreaterThan(1))
    const see = (element: Element | undefined, isIntersecting: boolean) =>
      act(() => hear?.([{ target: element!, isIntersecting }]))
    see(watched[0], true)
    expect(screen.queryByRole('complementary', { name: 'Join' })).toBeNull()
    see(watched[0], false)
    expect(whereTo(screen.getByRole('complementary', { name: 'Join' }), 'Join Now')).toBe('/signup')
    see(watched[1], true)
    expect(screen.queryByRole('complementary', { name: 'Join' })).toBeNull()
    Reflect.set(window, 'IntersectionObserver', Real)
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

  it('has no section about a creator of whom only the name is known [LAND-4, SITE-5]', async () => {
    cleanup()
    await open({ ...openSite.figures, followers: null }, { ...openSite.creator, bio: [] })
    expect(screen.queryByRole('region', { name: 'Nineteen seasons in the middle' })).toBeNull()
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
