import type { Role, User } from '@touchline/contract/people.ts'
import { type AppPath, paths } from '#paths.ts'
import type { BadgeLook } from '#ui/badge.tsx'

/** `needsRoom`: shown in the drawer and in wide bars only. */
export type NavItem = { label: string; path: AppPath; roles: Role[]; needsRoom?: true }

const everyone: Role[] = ['subscriber', 'creator', 'admin']

/** The links of the top bar and the drawer, in order. */
const navItems: NavItem[] = [
  { label: 'Home', path: paths.home, roles: everyone },
  { label: 'Content', path: paths.content, roles: everyone },
  { label: 'Inbox', path: paths.inbox, roles: ['creator'], needsRoom: true },
  { label: 'Analytics', path: paths.analytics, roles: ['creator'] },
  { label: 'Tips Received', path: paths.tipsReceived, roles: ['creator', 'admin'] },
  { label: 'Payouts', path: paths.payouts, roles: ['creator', 'admin'] },
  { label: 'My Tips', path: paths.myTips, roles: ['subscriber'] },
  { label: 'Admin Dashboard', path: paths.admin, roles: ['admin'] },
  { label: 'Profile', path: paths.profile, roles: everyone },
  { label: 'Settings', path: paths.settings, roles: everyone },
]

export const navItemsFor = (role: Role) => navItems.filter(({ roles }) => roles.includes(role))

/** Pages outside a link's path that belong to that link. */
const belongTo: Partial<Record<AppPath, string[]>> = {
  [paths.content]: ['/post', paths.saved, paths.desk],
  [paths.analytics]: [paths.contentAnalytics, paths.audienceInsights, paths.revenueReports],
  [paths.profile]: ['/creator'],
  [paths.settings]: [paths.changePassword, paths.downloadData],
}

const isAtOrBelow = (path: string, pathname: string) => pathname === path || pathname.startsWith(`${path}/`)

/** Whether a link is active: Home on an exact match, others also below their path and on related pages. */
export const isActive = (path: AppPath, pathname: string) =>
  path === paths.home
    ? pathname === path
    : [path, ...(belongTo[path] ?? [])].some((each) => isAtOrBelow(each, pathname))

/** Returns the badge next to a person's name; null for members without an active subscription. */
export function roleBadge({ role, subscriptionStatus }: User): { text: string; look: BadgeLook } | null {
  if (role === 'creator') return { text: 'Influencer', look: 'caution' }
  if (role === 'admin') return { text: 'Admin', look: 'review' }
  return subscriptionStatus === 'active' ? { text: 'Platinum', look: 'platinum' } : null
}
