import type { UnsubscribeScope, NoticeKind } from '@touchline/contract/notifications.ts'

export const kindNames: Record<NoticeKind, string> = {
  new_post: 'New posts',
  reply: 'Replies to your comments',
  mention: 'Comments that mention you',
  comment: 'Comments on your posts',
  comment_hearted: 'Hearts for your comments',
  tip_received: 'Tips you receive',
  tip_hearted: 'Hearts for your tips',
  payment: 'Your payments',
  report: 'Decisions on your reports',
}

export const emailKindNames: Record<UnsubscribeScope, string> = {
  new_post: 'emails about new posts',
  reply: 'emails about replies to your comments',
  mention: 'emails about comments that mention you',
  comment: 'emails about comments on your posts',
  tip_received: 'emails about tips you receive',
  tip_hearted: 'emails about hearts for your tips',
  email: 'all emails about what happens in the club',
  marketing: 'announcements',
}
