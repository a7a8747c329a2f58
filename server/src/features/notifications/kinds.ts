import type { UnsubscribeScope, NoticeKind } from '@touchline/contract/notifications.ts'
import type { Role } from '@touchline/contract/people.ts'

/** Completes "you want to hear about" in the footer of an email. */
export const kindDescriptions: Record<UnsubscribeScope, string> = {
  new_post: 'new posts',
  reply: 'replies to your comments',
  comment: 'comments on your posts',
  tip_received: 'tips you receive',
  tip_hearted: 'hearts for your tips',
  email: 'what happens in the club',
  marketing: 'announcements',
}

const kindsOfRole: Record<Role, NoticeKind[]> = {
  subscriber: ['new_post', 'reply', 'tip_hearted'],
  creator: ['comment', 'reply', 'tip_received'],
  admin: ['reply'],
}

/** The notice kinds that a role can receive. */
export const kindsFor = (role: Role): NoticeKind[] => kindsOfRole[role]

/** Kinds that are emailed immediately and separately; the others are collected in an hourly digest. */
export const immediateKinds: readonly NoticeKind[] = ['tip_received', 'tip_hearted']
