import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { moment, requiredText } from './text.ts'

/** The kinds of notices a person can choose. Emails about their account and payments are always sent. */
export const noticeKinds = ['new_post', 'reply', 'comment', 'tip_received', 'tip_hearted'] as const

export const noticeKind = z.enum(noticeKinds, { error: 'That is not something you can be notified about.' })
export type NoticeKind = z.output<typeof noticeKind>

const settings = z.object({
  email: z.boolean(),
  push: z.boolean(),
  marketing: z.boolean(),
  /** When the person last agreed to announcements or stopped them; null if never. */
  marketingChangedAt: z.nullable(moment),
  /** The kinds available to this person's role. */
  kinds: z.array(noticeKind),
  /** The kinds they declined, by channel. */
  declined: z.object({ email: z.array(noticeKind), push: z.array(noticeKind) }),
})
export type NotificationSettings = z.output<typeof settings>

const answer = z.boolean({ error: 'Please answer with yes or no.' })

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
  declined: z.optional(z.object({ email: z.optional(declining), push: z.optional(declining) })),
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

/** The scope of an unsubscribe link: a kind, all optional emails, or announcements. */
export const unsubscribeScope = z.enum([...noticeKinds, 'email', 'marketing'])
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
