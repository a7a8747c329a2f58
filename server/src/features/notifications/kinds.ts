import type { EmailPace, UnsubscribeScope, NoticeKind } from '@touchline/contract/notifications.ts'
import type { Role } from '@touchline/contract/people.ts'

/** Completes "you want to hear about" in the footer of an email. */
export const kindDescriptions: Record<UnsubscribeScope, string> = {
  new_post: 'new posts',
  reply: 'replies to your comments',
  mention: 'comments that mention you',
  comment: 'comments on your posts',
  tip_received: 'tips you receive',
  tip_hearted: 'hearts for your tips',
  email: 'what happens in the club',
  marketing: 'announcements',
}

const kindsOfRole: Record<Role, NoticeKind[]> = {
  subscriber: ['new_post', 'reply', 'mention', 'comment_hearted', 'tip_hearted', 'payment', 'report'],
  creator: ['comment', 'reply', 'mention', 'comment_hearted', 'tip_received', 'report'],
  moderator: ['reply', 'mention', 'comment_hearted', 'report'],
  admin: ['reply', 'mention', 'comment_hearted', 'report'],
}

/** The notice kinds that a role can receive. */
export const kindsFor = (role: Role): NoticeKind[] => kindsOfRole[role]

const openToAll: readonly NoticeKind[] = ['tip_received', 'tip_hearted', 'payment', 'report']

/** Whether only people with access are notified of this kind. */
export const needsAccess = (kind: NoticeKind): boolean => !openToAll.includes(kind)

/** Tips are emailed at once, the other kinds in an hourly digest. */
export const defaultPace = (kind: NoticeKind): EmailPace =>
  kind === 'tip_received' || kind === 'tip_hearted' ? 'at_once' : 'hourly'
