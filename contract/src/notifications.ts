import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { moment, requiredText } from './text.ts'

/** Everything a person can be told of, beside what concerns their account and their payments: that is always sent. */
export const noticeKinds = ['new_post', 'reply', 'comment', 'tip_received', 'tip_hearted'] as const

export const noticeKind = z.enum(noticeKinds, { error: 'That is not something you can be notified about.' })
export type NoticeKind = z.output<typeof noticeKind>

const settings = z.object({
  email: z.boolean(),
  push: z.boolean(),
  marketing: z.boolean(),
  /** When the person last agreed to announcements, or stopped them; null while they never did either. */
  marketingChangedAt: z.nullable(moment),
  /** What this person can be told of at all; another role has others. */
  kinds: z.array(noticeKind),
  /** What of it they do not want, by way. */
  declined: z.object({ email: z.array(noticeKind), push: z.array(noticeKind) }),
})
export type NotificationSettings = z.output<typeof settings>

const answer = z.boolean({ error: 'Please answer with yes or no.' })

export const show = endpoint({
  method: 'GET',
  path: '/api/notification-settings',
  access: 'signedIn',
  summary: 'How the viewer wants to be told what happens.',
  reply: settings,
})

/** Kinds that are not wanted any more (true), or again (false); the others stay as they are. */
const declining = z.partialRecord(noticeKind, answer, {
  error: 'That is not something you can be notified about.',
})

/** What is to be different. */
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
  summary: 'Changes how the viewer wants to be told; what is not said stays as it is.',
  body: settingsChange,
  reply: settings,
})

export const pushKey = endpoint({
  method: 'GET',
  path: '/api/push-key',
  access: 'signedIn',
  summary: 'The public key by which a browser knows who may send it push messages.',
  reply: z.object({ publicKey: z.string() }),
})

const unusable = 'This browser’s address for push messages is not one we can use.'

/** The address a browser gave for push messages. */
const endpointAddress = requiredText(1000, unusable).check(z.regex(/^https?:\/\/[\x21-\x7e]+$/, unusable))

const keyOf = (length: number) =>
  z
    .string({ error: 'The keys of this browser are missing.' })
    .check(z.regex(new RegExp(`^[A-Za-z0-9_-]{${length}}={0,2}$`), 'The keys of this browser are not valid.'))

export const addPush = endpoint({
  method: 'POST',
  path: '/api/push-subscriptions',
  access: 'signedIn',
  summary: 'Sends push messages to this browser as long as it is signed in.',
  body: z.object({
    endpoint: endpointAddress,
    /** A point of P-256 and 16 random bytes, both as base64url. */
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
  summary: 'Sends this browser no more push messages.',
  body: z.object({ endpoint: endpointAddress }),
  status: 204,
})

/** The signed part of a link in a letter: whose letters of which kind. */
const letter = z.object({ letter: requiredText(200, 'This link is incomplete.') })

/** What the link of a letter is about: a kind, every letter one can decline, or announcements. */
export const unsubscribeScope = z.enum([...noticeKinds, 'email', 'marketing'])
export type UnsubscribeScope = z.output<typeof unsubscribeScope>

const subscription = z.object({ of: unsubscribeScope, isDeclined: z.boolean() })

export const showUnsubscribe = endpoint({
  method: 'GET',
  path: '/api/unsubscribe',
  access: 'public',
  evenSuspended: true,
  summary: 'Which letters the link of a letter is about, and whether they are stopped.',
  query: letter,
  reply: subscription,
})

/** At the address of the page, because mail programs press the button of a letter there. */
export const unsubscribe = endpoint({
  method: 'POST',
  path: '/unsubscribe',
  access: 'public',
  evenSuspended: true,
  summary: 'Stops the letters the link of a letter is about; nothing else changes.',
  query: letter,
  reply: subscription,
})

export const resubscribe = endpoint({
  method: 'DELETE',
  path: '/api/unsubscribe',
  access: 'public',
  evenSuspended: true,
  summary: 'Takes it back: the letters come again.',
  query: letter,
  reply: subscription,
})
