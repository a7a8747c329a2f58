import type { User } from '@touchline/contract/people.ts'
import { describe, expect, it } from 'vitest'
import { nameInitial, shortName } from '#people/names.ts'
import { createUser } from '#testing/create-user.ts'
import { isActive, navItemsFor, roleBadge } from './nav-items.ts'
import { adminLinksFor } from './admin-page.tsx'

const labels = (role: User['role']) => navItemsFor(role).map((item) => item.label)

const pages = (sandbox: boolean) =>
  adminLinksFor({ sandbox, offline: true, demo: false, asksPhone: true }).map(({ label }) => label)

describe('the top bar', () => {
  it('leads everyone home, to content and settings, and each role to its tips [NAV-1]', () => {
    expect(labels('subscriber')).toEqual(['Home', 'Content', 'My Tips', 'Profile', 'Settings'])
    const staff = ['Tips Received', 'Payouts']
    expect(labels('creator')).toEqual([
      'Home',
      'Content',
      'Inbox',
      'Analytics',
      ...staff,
      'Profile',
      'Settings',
    ])
    expect(labels('admin')).toEqual(['Home', 'Content', ...staff, 'Admin Dashboard', 'Profile', 'Settings'])
  })

  it('leads admins to the dashboard pages, and to the rehearsal in sandbox mode', () => {
    const always = [
      'Reports',
      'Support',
      'Audit Log',
      'Deletions',
      'Staff',
      'Mail',
      'Books',
      'Media',
      'Health',
    ]
    expect(pages(false)).toEqual(always)
    expect(pages(true)).toEqual([...always, 'Rehearsal'])
  })

  it('highlights Home only at home, the others also below their path [NAV-1]', () => {
    expect([isActive('/', '/'), isActive('/', '/content')]).toEqual([true, false])
    expect([isActive('/content', '/content'), isActive('/content', '/content/7')]).toEqual([true, true])
    expect(isActive('/content', '/contents')).toBe(false)
  })

  it.each([
    ['/content', '/post/7', '/saved', '/saved/7', '/desk', '/desk/7'],
    ['/analytics', '/content-analytics', '/content-analytics/7', '/audience-insights', '/revenue-reports'],
    ['/profile', '/creator/7'],
    ['/settings', '/change-password', '/download-data'],
  ] as const)('highlights %s on the pages that belong to it [NAV-1]', (place, ...below) => {
    for (const page of below) {
      const active = navItemsFor('creator').filter(({ path }) => isActive(path, page))
      expect([page, active.map(({ path }) => path)]).toEqual([page, [place]])
    }
  })

  it('names the role: Influencer, Admin, and Platinum for active subscribers only [NAV-2]', () => {
    expect(roleBadge(createUser({ role: 'creator' }))?.text).toBe('Influencer')
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
