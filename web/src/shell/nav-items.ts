import type { Role, User } from '@touchline/contract/people.ts'
import { type AppPath, paths } from '#paths.ts'
import type { BadgeLook } from '#ui/badge.tsx'

export type NavItem = { label: string; path: AppPath; roles: Role[] }

const everyone: Role[] = ['subscriber', 'creator', 'admin']

/** What the top bar and the drawer lead to, in order. */
const navItems: NavItem[] = [
  { label: 'Home', path: paths.home, roles: everyone },
  { label: 'Content', path: paths.content, roles: everyone },
  { label: 'Analytics', path: paths.analytics, roles: ['creator'] },
  { label: 'Tips Received', path: paths.tipsReceived, roles: ['creator', 'admin'] },
  { label: 'Payouts', path: paths.payouts, roles: ['creator', 'admin'] },
  { label: 'My Tips', path: paths.myTips, roles: ['subscriber'] },
  { label: 'Admin Dashboard', path: paths.admin, roles: ['admin'] },
  { label: 'Profile', path: paths.profile, roles: everyone },
  { label: 'Settings', path: paths.settings, roles: everyone },
]

export const navItemsFor = (role: Role) => navItems.filter(({ roles }) => roles.includes(role))

/** Home is where one is exactly there; everything else also below its path. */
export const isActive = (path: AppPath, pathname: string) =>
  path === paths.home ? pathname === path : pathname === path || pathname.startsWith(`${path}/`)

/** The badge beside a person's name, or null: members without an active subscription have none. */
export function roleBadge({ role, subscriptionStatus }: User): { text: string; look: BadgeLook } | null {
  if (role === 'creator') return { text: 'Influencer', look: 'caution' }
  if (role === 'admin') return { text: 'Admin', look: 'review' }
  return subscriptionStatus === 'active' ? { text: 'Platinum', look: 'platinum' } : null
}
