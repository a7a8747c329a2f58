import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, moment, requiredText } from './text.ts'
import { timeZone } from './time-zone.ts'

/** The kinds of notices a person can choose. Emails about their account and payments are always sent. */
export const noticeKinds = [
  'new_post',
  'reply',
  'mention',
  'comment',
  'comment_hearted',
  'tip_received',
  'tip_hearted',
  'payment',
  'report',
] as const

export const noticeKind = z.enum(noticeKinds, { error: 'That is not something you can be notified about.' })
export type NoticeKind = z.output<typeof noticeKind>

/** When the email about a notice goes out: now, or collected every hour or once a day. */
export const emailPaces = ['at_once', 'hourly', 'daily'] as const
export type EmailPace = (typeof emailPaces)[number]

/** The kinds that a person may have by email. Payments and reports have emails of their own, which are always sent. */
export const emailedKinds = [
  'new_post',
  'reply',
  'mention',
  'comment',
  'tip_received',
  'tip_hearted',
] as const satisfies readonly NoticeKind[]
export type EmailedKind = (typeof emailedKinds)[number]

export const isEmailed = (kind: NoticeKind): kind is EmailedKind =>
  emailedKinds.some((emailed) => emailed === kind)

const answer = z.boolean({ error: 'Please answer with yes or no.' })
const emailPace = z.enum(emailPaces, { error: 'Please choose at once, hourly or daily.' })
const dailyHour = z
  .int({ error: 'Please choose a full hour.' })
  .check(z.minimum(0, 'Please choose a full hour.'), z.maximum(23, 'Please choose a full hour.'))
const minuteOfDay = z
  .int({ error: 'Please choose a time of day.' })
  .check(z.minimum(0, 'Please choose a time of day.'), z.maximum(1439, 'Please choose a time of day.'))
/** In minutes of the local day. They may span midnight. */
const quietHours = z
  .object(
    { from: minuteOfDay, until: minuteOfDay },
    { error: 'Please choose when quiet hours begin and end.' },
  )
  .check(z.refine(({ from, until }) => from !== until, 'Quiet hours cannot begin and end at the same time.'))

const settings = z.object({
  email: z.boolean(),
  push: z.boolean(),
  marketing: z.boolean(),
  /** When the person last agreed to announcements or stopped them; null if never. */
  marketingChangedAt: z.nullable(moment),
  /** The kinds available to this person's role. */
  kinds: z.array(noticeKind),
  /** The kinds they declined, by channel. */
  declined: z.object({ site: z.array(noticeKind), email: z.array(noticeKind), push: z.array(noticeKind) }),
  /** When the emails about each kind go out. */
  emailPace: z.partialRecord(noticeKind, emailPace),
  /** The hour of the daily email, in `timeZone`; without one, in UTC. */
  dailyHour,
  timeZone: z.nullable(z.string()),
  /** When notices are neither emailed nor pushed. */
  quietHours: z.nullable(quietHours),
})
export type NotificationSettings = z.output<typeof settings>

export const show = endpoint({
  method: 'GET',
  path: '/api/notification-settings',
  access: 'signedIn',
  summary: 'The notification settings of the viewer.',
  reply: settings,
})

/** Kinds to decline (true) or accept again (false); the others stay unchanged. */
const declining = z.partialRecord(noticeKind, answer, {
  error: 'That is not something you can be notified about.',
})

const settingsChange = z.object({
  email: z.optional(answer),
  push: z.optional(answer),
  marketing: z.optional(answer),
  declined: z.optional(
    z.object({ site: z.optional(declining), email: z.optional(declining), push: z.optional(declining) }),
  ),
  emailPace: z.optional(
    z.partialRecord(noticeKind, emailPace, { error: 'That is not something you can be notified about.' }),
  ),
  dailyHour: z.optional(dailyHour),
  timeZone: z.optional(timeZone),
  quietHours: z.optional(z.nullable(quietHours)),
})
export type SettingsChange = z.output<typeof settingsChange>

export const change = endpoint({
  method: 'PUT',
  path: '/api/notification-settings',
  access: 'signedIn',
  summary: 'Changes the notification settings of the viewer; omitted settings stay unchanged.',
  body: settingsChange,
  reply: settings,
})

export const pushKey = endpoint({
  method: 'GET',
  path: '/api/push-key',
  access: 'signedIn',
  summary: 'The public VAPID key for push subscriptions.',
  reply: z.object({ publicKey: z.string() }),
})

const unusable = 'This browser’s address for push messages is not one we can use.'

/** The push endpoint of a browser. */
const endpointAddress = requiredText(1000, unusable).check(z.regex(/^https?:\/\/[\x21-\x7e]+$/, unusable))

const keyOf = (length: number) =>
  z
    .string({ error: 'The keys of this browser are missing.' })
    .check(z.regex(new RegExp(`^[A-Za-z0-9_-]{${length}}={0,2}$`), 'The keys of this browser are not valid.'))

export const addPush = endpoint({
  method: 'POST',
  path: '/api/push-subscriptions',
  access: 'signedIn',
  summary: 'Subscribes this browser to push messages while it is signed in.',
  body: z.object({
    endpoint: endpointAddress,
    /** A P-256 point and 16 random bytes, both in base64url. */
    keys: z.object(
      { p256dh: keyOf(87), auth: keyOf(22) },
      { error: 'The keys of this browser are missing.' },
    ),
  }),
  status: 204,
})

export const removePush = endpoint({
  method: 'DELETE',
  path: '/api/push-subscriptions',
  access: 'signedIn',
  summary: 'Unsubscribes this browser from push messages.',
  body: z.object({ endpoint: endpointAddress }),
  status: 204,
})

/** The signed token of an unsubscribe link, which names the person and the scope. */
const byToken = z.object({ letter: requiredText(200, 'This link is incomplete.') })

/** The scope of an unsubscribe link: a kind that is emailed, all optional emails, or announcements. */
export const unsubscribeScope = z.enum([...emailedKinds, 'email', 'marketing'])
export type UnsubscribeScope = z.output<typeof unsubscribeScope>

const subscription = z.object({ of: unsubscribeScope, isDeclined: z.boolean() })

export const showUnsubscribe = endpoint({
  method: 'GET',
  path: '/api/unsubscribe',
  access: 'public',
  evenSuspended: true,
  summary: 'The scope of an unsubscribe link, and whether its emails are stopped.',
  query: byToken,
  reply: subscription,
})

/** Uses the path of the page, because mail programs post one-click unsubscribes (RFC 8058) to the link itself. */
export const unsubscribe = endpoint({
  method: 'POST',
  path: '/unsubscribe',
  access: 'public',
  evenSuspended: true,
  summary: 'Stops the emails in the scope of an unsubscribe link.',
  query: byToken,
  reply: subscription,
})

export const resubscribe = endpoint({
  method: 'DELETE',
  path: '/api/unsubscribe',
  access: 'public',
  evenSuspended: true,
  summary: 'Resumes the emails in the scope of an unsubscribe link.',
  query: byToken,
  reply: subscription,
})

/** The unread count stops here, so that the bell stays cheap. */
export const maxUnread = 100

const noticeId = z.uuid('This is not a notice of the list.')

const notice = z.object({
  id,
  kind: noticeKind,
  /** One sentence without its full stop. */
  text: z.string(),
  /** The page of this site where it happened. */
  path: z.string(),
  happenedAt: moment,
  isNew: z.boolean(),
})
export type BellNotice = z.output<typeof notice>

export const noticePage = z.object({
  notices: z.array(notice),
  /** Continues the list as `before`; null at its end. */
  next: z.nullable(id),
})
export type NoticePage = z.output<typeof noticePage>

export const notices = endpoint({
  method: 'GET',
  path: '/api/notices',
  access: 'signedIn',
  summary: 'What happened to the viewer in the last 30 days, newest first, 20 at a time.',
  query: z.object({ before: z.optional(noticeId) }),
  reply: noticePage,
})

const unreadCount = z.object({
  /** At most `maxUnread`. */
  unread: z.int(),
  /** Whether the live message of a new post adds to the count. */
  countsPosts: z.boolean(),
})
export type UnreadCount = z.output<typeof unreadCount>

export const unreadNotices = endpoint({
  method: 'GET',
  path: '/api/notices/unread',
  access: 'signedIn',
  summary: 'The number of notices that the viewer has not seen.',
  reply: unreadCount,
})

export const readNotices = endpoint({
  method: 'PUT',
  path: '/api/notices/read',
  access: 'signedIn',
  summary: 'Marks a notice and all earlier ones as read, on all devices.',
  body: z.object({ until: noticeId }),
  reply: unreadCount,
})
