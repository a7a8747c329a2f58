import type { Role, User } from '@touchline/contract/people.ts'
import {
  ChartLine,
  Clapperboard,
  Download,
  HandCoins,
  Heart,
  House,
  Landmark,
  type LucideIcon,
  MessageCircle,
  Settings,
  ShieldCheck,
  UserRound,
} from 'lucide-react'
import { type AppPath, paths, type PlainPath } from '#paths.ts'
import type { BadgeLook } from '#ui/badge.tsx'

/** The number beside a link: comments to answer, or tips to heart. */
export type NavCount = 'comments' | 'tips'

export type NavItem = {
  label: string
  /** For the tabs of small screens. */
  shortLabel?: string
  path: PlainPath
  roles: Role[]
  icon: LucideIcon
  count?: NavCount
}

const everyone: Role[] = ['subscriber', 'creator', 'moderator', 'admin']

const mainItems: NavItem[] = [
  { label: 'Home', path: paths.home, roles: everyone, icon: House },
  { label: 'Content', path: paths.content, roles: everyone, icon: Clapperboard },
  { label: 'Inbox', path: paths.inbox, roles: ['creator'], icon: MessageCircle, count: 'comments' },
  {
    label: 'Tips Received',
    path: paths.tipsReceived,
    roles: ['creator', 'admin'],
    icon: HandCoins,
    count: 'tips',
  },
  { label: 'Analytics', path: paths.analytics, roles: ['creator'], icon: ChartLine },
  { label: 'Payouts', path: paths.payouts, roles: ['creator', 'admin'], icon: Landmark },
  { label: 'My Tips', path: paths.myTips, roles: ['subscriber'], icon: Heart },
  { label: 'Moderation', path: paths.reports, roles: ['moderator'], icon: ShieldCheck },
  { label: 'Admin Dashboard', shortLabel: 'Admin', path: paths.admin, roles: ['admin'], icon: ShieldCheck },
]

const accountItems: NavItem[] = [
  { label: 'Profile', path: paths.profile, roles: everyone, icon: UserRound },
  { label: 'Settings', path: paths.settings, roles: everyone, icon: Settings },
]

const savedPosts: NavItem = {
  label: 'Saved Posts',
  shortLabel: 'Saved',
  path: paths.saved,
  roles: everyone,
  icon: Download,
}

const bottomPaths: Record<Role, PlainPath[]> = {
  subscriber: [paths.home, paths.content, paths.saved, paths.myTips],
  creator: [paths.home, paths.content, paths.inbox],
  moderator: [paths.home, paths.content, paths.reports],
  admin: [paths.home, paths.content, paths.admin, paths.payouts],
}

export function navFor(role: Role, { savesPosts }: { savesPosts: boolean }) {
  const isForRole = ({ roles }: NavItem) => roles.includes(role)
  const main = mainItems.filter(isForRole)
  const account = [...accountItems.filter(isForRole), ...(savesPosts ? [savedPosts] : [])]
  const all = [...main, ...account]
  const bottom = bottomPaths[role].flatMap((path) => all.filter((item) => item.path === path))
  return { main, account, bottom }
}

/** Pages outside a link's path that belong to that link. */
const belongTo: Partial<Record<AppPath, string[]>> = {
  [paths.content]: ['/post', '/creator', paths.drafts, paths.collections],
  [paths.analytics]: [paths.contentAnalytics, paths.audienceInsights, paths.revenueReports],
  [paths.settings]: [paths.changePassword, paths.downloadData],
}

const isAtOrBelow = (path: string, pathname: string) => pathname === path || pathname.startsWith(`${path}/`)

/** Whether a link is active: Home on an exact match, others also below their path and on related pages. */
export const isActive = (path: AppPath, pathname: string) =>
  path === paths.home
    ? pathname === path
    : [path, ...(belongTo[path] ?? [])].some((each) => isAtOrBelow(each, pathname))

export function roleBadge({ role, subscriptionStatus }: User): { text: string; look: BadgeLook } | null {
  if (role === 'creator') return { text: 'Influencer', look: 'caution' }
  if (role === 'moderator') return { text: 'Moderator', look: 'review' }
  if (role === 'admin') return { text: 'Admin', look: 'review' }
  return subscriptionStatus === 'active' ? { text: 'Platinum', look: 'platinum' } : null
}
