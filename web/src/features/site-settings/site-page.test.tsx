import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { site } from '@touchline/content/site.ts'
import type { SiteDesk, SiteSettings } from '@touchline/contract/site-settings.ts'
import { afterEach, expect, it } from 'vitest'
import { openPage } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { siteTextsOf } from '#testing/site-content.ts'
import { SitePage } from './site-page.tsx'

const counted = { show: 'counted', text: '' } as const
const hidden = { show: 'hidden', text: '' } as const

const settings: SiteSettings = {
  ...siteTextsOf({ isDemo: false }),
  name: site.name,
  tagline: '',
  supportEmail: null,
  senderName: null,
  accent: null,
  logo: null,
  portrait: null,
  cover: null,
  creatorName: null,
  bio: [],
  figures: {
    posts: counted,
    members: counted,
    signupMembers: counted,
    followers: hidden,
    rating: hidden,
    support: hidden,
    signupToday: hidden,
  },
  terms: '# Terms',
  privacy: '# Privacy',
  about: '# About',
  dates: { timeZone: 'UTC', style: 'us' },
  gateIsOn: true,
  asksPhone: true,
}

const desk: SiteDesk = {
  published: { number: 0, settings },
  draft: null,
  revision: '0.none',
  defaults: settings,
  missing: ['name', 'tagline'],
  history: [],
  secrets: [{ name: 'SMTP_URL', isSet: false, tries: 'mail' }],
}

let stop = async () => {}
afterEach(async () => {
  cleanup()
  await stop()
})

const openPart = async (title: string) => {
  fireEvent.click(await screen.findByRole('heading', { name: title }))
  return within(screen.getByRole('form', { name: title }))
}

it('asks for what is missing and shows a refusal at its field [SITE-2, SITE-5]', async () => {
  let sent: unknown = null
  stop = await servePage(({ url, method, body }, response) => {
    if (method !== 'PATCH') {
      response.end(JSON.stringify(url === '/api/admin/site' ? desk : {}))
      return
    }
    sent = JSON.parse(body)
    const reason = 'In the dark theme this colour has a contrast of 1 : 1.'
    const fields = { 'settings.accent.dark': reason }
    response.writeHead(400).end(JSON.stringify({ code: 'invalid_input', message: reason, fields }))
  })
  openPage(SitePage)
  await screen.findByText('The club has no name of its own yet.')
  const form = await openPart('The Club')
  fireEvent.click(form.getByLabelText('A colour of our own'))
  fireEvent.change(form.getByLabelText('In the dark theme'), { target: { value: '#0b1511' } })
  fireEvent.click(form.getByRole('button', { name: 'Save in the Draft' }))
  await form.findAllByText(/contrast of 1 : 1/)
  expect(form.getByLabelText('In the dark theme').getAttribute('aria-invalid')).toBe('true')
  expect(sent).toEqual({
    revision: '0.none',
    settings: { accent: { dark: '#0b1511', light: '#006d3e' } },
  })
})

it('adds, moves and removes entries of a list [SITE-3]', async () => {
  let sent: { settings: SiteSettings } | null = null
  stop = await servePage(({ url, method, body }, response) => {
    if (method === 'PATCH') sent = JSON.parse(body)
    response.end(JSON.stringify(url?.startsWith('/api/admin/site') ? desk : {}))
  })
  openPage(SitePage)
  const form = await openPart('Front Page')
  fireEvent.click(form.getByRole('button', { name: 'Move up: Headline 2' }))
  fireEvent.click(form.getByRole('button', { name: 'Remove: Headline 3' }))
  fireEvent.click(form.getByRole('button', { name: 'Add: Headline' }))
  fireEvent.change(form.getByLabelText('Headline 3'), { target: { value: 'Third.' } })
  fireEvent.click(form.getByRole('button', { name: 'Save in the Draft' }))
  await screen.findByText('Saved in the Draft')
  const [first, second] = settings.landing.headline
  expect(sent!.settings.landing.headline).toEqual([second, first, 'Third.'])
})
