import type { Role, User } from '@touchline/contract/people.ts'
import type { Site } from '@touchline/contract/site.ts'
import { type AppPath, paths } from '#paths.ts'
import type { BadgeLook } from '#ui/badge.tsx'

/** `needs` is a feature of the site without which there is no such place. */
export type NavItem = { label: string; path: AppPath; roles: Role[]; needs?: keyof Site['features'] }

const everyone: Role[] = ['subscriber', 'creator', 'admin']

/** What the top bar and the drawer lead to, in order. */
const navItems: NavItem[] = [
  { label: 'Home', path: paths.home, roles: everyone },
  { label: 'Content', path: paths.content, roles: everyone },
  { label: 'Tips Received', path: paths.tipsReceived, roles: ['creator', 'admin'] },
  { label: 'Payouts', path: paths.payouts, roles: ['creator', 'admin'] },
  { label: 'My Tips', path: paths.myTips, roles: ['subscriber'] },
  { label: 'Books', path: paths.books, roles: ['admin'] },
  { label: 'Media', path: paths.mediaHealth, roles: ['admin'] },
  { label: 'Rehearsal', path: paths.rehearsal, roles: ['admin'], needs: 'sandbox' },
  { label: 'Profile', path: paths.profile, roles: everyone },
  { label: 'Settings', path: paths.settings, roles: everyone },
]

export const navItemsFor = (role: Role, features: Site['features']) =>
  navItems.filter(({ roles, needs }) => roles.includes(role) && (!needs || features[needs]))

/** Home is where one is exactly there; everything else also below its path. */
export const isActive = (path: AppPath, pathname: string) =>
  path === paths.home ? pathname === path : pathname === path || pathname.startsWith(`${path}/`)

/** The badge beside a person's name, or null: members without an active subscription have none. */
export function roleBadge({ role, subscriptionStatus }: User): { text: string; look: BadgeLook } | null {
  if (role === 'creator') return { text: 'Influencer', look: 'caution' }
  if (role === 'admin') return { text: 'Admin', look: 'review' }
  return subscriptionStatus === 'active' ? { text: 'Platinum', look: 'platinum' } : null
}
