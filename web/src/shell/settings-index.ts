import type { Role } from '@touchline/contract/people.ts'

type SettingsPart = { id: string; label: string }

const membersOnly: SettingsPart[] = [
  { id: 'membership', label: 'Membership' },
  { id: 'payment', label: 'Payment' },
]

const everyone: SettingsPart[] = [
  { id: 'profile', label: 'Profile' },
  { id: 'notifications', label: 'Notifications' },
  { id: 'security', label: 'Security' },
  { id: 'privacy', label: 'Privacy' },
  { id: 'data', label: 'Data' },
]

/** Returns the parts in the order of the page; `id` is the hash of each. */
export function settingsPartsFor(role: Role): SettingsPart[] {
  if (role === 'subscriber') return [...membersOnly, ...everyone]
  return role === 'creator' ? [{ id: 'revenue', label: 'Revenue' }, ...everyone] : everyone
}

type View = { height: number; isAtEnd: boolean }

/** Returns the part being read: the last one whose top has passed the upper third of the window. */
export function partInView(tops: { id: string; top: number }[], { height, isAtEnd }: View): string | null {
  if (isAtEnd) return tops.at(-1)?.id ?? null
  return tops.findLast(({ top }) => top <= height / 3)?.id ?? tops[0]?.id ?? null
}
