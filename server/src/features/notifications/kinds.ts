import type { UnsubscribeScope, NoticeKind } from '@touchline/contract/notifications.ts'
import type { Role } from '@touchline/contract/people.ts'

/** What a letter says it is about, after "you want to hear about". */
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

/** What somebody of a role can be told of. */
export const kindsFor = (role: Role): NoticeKind[] => kindsOfRole[role]

/** Told at once, each for itself; everything else is collected, an hour's worth in one letter. */
export const immediateKinds: readonly NoticeKind[] = ['tip_received', 'tip_hearted']
