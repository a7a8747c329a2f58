import type { User } from '@touchline/contract/people.ts'
import { describe, expect, it } from 'vitest'
import { nameInitial, shortName } from '#people/names.ts'
import { createUser } from '#testing/create-user.ts'
import { isActive, navFor, roleBadge } from './nav-items.ts'
import { adminLinksFor } from './admin-nav.tsx'

const labels = (role: User['role'], savesPosts = true) => {
  const { main, account, bottom } = navFor(role, { savesPosts })
  return [main, account, bottom].map((items) => items.map(({ label }) => label))
}

const pages = (sandbox: boolean, role: User['role'] = 'admin') =>
  adminLinksFor({ sandbox, offline: true, demo: false, asksPhone: true }, role).map(({ label }) => label)

describe('the top bar', () => {
  it('links everyone to home, content and settings, and each role to its pages [NAV-1]', () => {
    const own = ['Profile', 'Settings', 'Saved Posts']
    expect(labels('subscriber')).toEqual([
      ['Home', 'Content', 'My Tips'],
      own,
      ['Home', 'Content', 'Saved Posts', 'My Tips'],
    ])
    expect(labels('creator')).toEqual([
      ['Home', 'Content', 'Inbox', 'Tips Received', 'Analytics', 'Payouts'],
      own,
      ['Home', 'Content', 'Inbox'],
    ])
    expect(labels('admin')).toEqual([
      ['Home', 'Content', 'Tips Received', 'Payouts', 'Admin Dashboard'],
      own,
      ['Home', 'Content', 'Admin Dashboard', 'Payouts'],
    ])
    expect(labels('subscriber', false)).toEqual([
      ['Home', 'Content', 'My Tips'],
      ['Profile', 'Settings'],
      ['Home', 'Content', 'My Tips'],
    ])
  })

  it('lists the pages of admins, and the rehearsal in sandbox mode', () => {
    const always = [
      'Overview',
      'Site',
      'Sources',
      'People',
      'Posts',
      'Reports',
      'Support',
      'Payouts',
      'Books',
      'Gate',
      'Promo Codes',
      'Deletions',
      'Staff',
      'Programs',
      'Mail',
      'Media',
      'Health',
      'Audit Log',
    ]
    expect(pages(false)).toEqual(always)
    expect(pages(true)).toEqual([...always, 'Rehearsal'])
  })

  it('lists for moderators only what they may open [MOD-1]', () => {
    expect(pages(true, 'moderator')).toEqual(['Reports'])
    expect(labels('moderator')[0]).toEqual(['Home', 'Content', 'Moderation'])
  })

  it('highlights Home only at home, the others also below their path [NAV-1]', () => {
    expect([isActive('/', '/'), isActive('/', '/content')]).toEqual([true, false])
    expect([isActive('/content', '/content'), isActive('/content', '/content/7')]).toEqual([true, true])
    expect(isActive('/content', '/contents')).toBe(false)
  })

  it.each([
    ['/content', '/post/7', '/creator/7', '/drafts', '/drafts/7'],
    ['/saved', '/saved/7'],
    ['/analytics', '/content-analytics', '/content-analytics/7', '/audience-insights', '/revenue-reports'],
    ['/settings', '/change-password', '/download-data'],
  ] as const)('highlights %s on the pages that belong to it [NAV-1]', (place, ...below) => {
    for (const page of below) {
      const { main, account } = navFor('creator', { savesPosts: true })
      const active = [...main, ...account].filter(({ path }) => isActive(path, page))
      expect([page, active.map(({ path }) => path)]).toEqual([page, [place]])
    }
  })

  it('names the role: Influencer, Admin, and Platinum for active subscribers only [NAV-2]', () => {
    expect(roleBadge(createUser({ role: 'creator' }))?.text).toBe('Influencer')
    expect(roleBadge(createUser({ role: 'moderator' }))?.text).toBe('Moderator')
    expect(roleBadge(createUser({ role: 'admin' }))?.text).toBe('Admin')
    expect(roleBadge(createUser({ subscriptionStatus: 'active' }))?.text).toBe('Platinum')
    expect(roleBadge(createUser({ subscriptionStatus: 'past_due' }))).toBeNull()
  })

  it('shows the first name, else the local part of the email address [NAV-2]', () => {
    const named = { firstName: 'Émile', email: 'e@club.example' }
    const unnamed = { firstName: null, email: 'nadia.k@club.example' }
    expect([shortName(named), nameInitial(named)]).toEqual(['Émile', 'É'])
    expect([shortName(unnamed), nameInitial(unnamed)]).toEqual(['nadia.k', 'n'])
  })
})
