import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { markdownDocument } from './markdown-document.ts'
import { documentName, pictureName, siteTexts } from './site-settings.ts'

const figure = z.nullable(z.string())

/** Public facts about the site. Prices in dollars. */
export const site = z.object({
  name: z.string(),
  /** The main color in each theme; null is the built-in one. */
  accent: z.nullable(z.object({ dark: z.string(), light: z.string() })),
  /** A wide picture; null without one. */
  coverUrl: z.nullable(z.string()),
  creator: z.object({
    id: z.nullable(z.string()),
    name: z.nullable(z.string()),
    tagline: z.string(),
    bio: z.array(z.string()),
    portraitUrl: z.nullable(z.string()),
    followers: z.nullable(z.number()),
  }),
  price: z.number(),
  tipAmount: z.number(),
  /** null when support messages are read only on the site. */
  supportEmail: z.nullable(z.string()),
  /** As displayed; null is hidden. Counts are at most a minute old. */
  figures: z.object({
    posts: figure,
    followers: figure,
    members: figure,
    rating: figure,
    support: figure,
    signupMembers: figure,
    signupToday: figure,
  }),
  /** `opensAt`: the gate opens to everyone at this time. */
  gate: z.object({ enabled: z.boolean(), opensAt: z.nullable(z.string()), hasWaitlist: z.boolean() }),
  payments: z.object({
    provider: z.enum(['sandbox', 'stripe']),
    publishableKey: z.string(),
    apiBase: z.nullable(z.string()),
    methods: z.array(z.enum(['card', 'cashapp'])),
  }),
  /** `demo`: this is the demo club. `asksPhone`: signup asks for a phone number. */
  features: z.object({
    sandbox: z.boolean(),
    offline: z.boolean(),
    demo: z.boolean(),
    asksPhone: z.boolean(),
  }),
})
export type Site = z.output<typeof site>

export const show = endpoint({
  method: 'GET',
  path: '/api/site',
  access: 'public',
  evenSuspended: true,
  summary: 'The name, the creator, prices and switches of this site.',
  reply: site,
})

export const texts = endpoint({
  method: 'GET',
  path: '/api/site/texts',
  access: 'public',
  evenSuspended: true,
  summary: 'The short texts of the public pages.',
  reply: siteTexts,
})

export const document = endpoint({
  method: 'GET',
  path: '/api/site/documents/:name',
  access: 'public',
  summary:
    'A long text of the site as a tree without HTML: the terms, the privacy policy, the page about the creator.',
  params: z.object({ name: documentName }),
  reply: markdownDocument,
})

export const pictures = endpoint({
  method: 'GET',
  path: '/api/site/pictures/:name',
  access: 'public',
  evenSuspended: true,
  summary: 'A picture of the site that an admin has chosen. `v` names its version.',
  params: z.object({ name: pictureName }),
  query: z.object({ v: z.optional(z.string().check(z.maxLength(40))) }),
})

/** Icons made from the logo: for tabs, home screens of phones, and app launchers. */
export const iconName = z.enum(['favicon', 'apple-touch-icon', 'icon-192', 'icon-512', 'icon-maskable'])
export type IconName = z.output<typeof iconName>

export const icon = endpoint({
  method: 'GET',
  path: '/api/site/icons/:name',
  access: 'public',
  evenSuspended: true,
  summary: 'An icon made from the logo of the site, as PNG. `v` names the version of the logo.',
  params: z.object({ name: iconName }),
  query: z.object({ v: z.optional(z.string().check(z.maxLength(40))) }),
})

export const preview = endpoint({
  method: 'GET',
  path: '/api/admin/site/preview',
  access: 'admin',
  summary:
    'Shows this browser the draft of the settings for 15 minutes, as a visitor or a member sees it, and leads to the front page; `off` ends it.',
  query: z.object({ as: z.enum(['visitor', 'member', 'off']) }),
  status: 303,
})

export const portrait = endpoint({
  method: 'GET',
  path: '/api/site/portrait',
  access: 'public',
  summary: 'The picture of the creator, unless their profile is private.',
  alsoStatus: [206, 304],
})

export const openapi = endpoint({
  method: 'GET',
  path: '/api/openapi.json',
  access: 'creatorOrAdmin',
  summary: 'This API as an OpenAPI 3.1 document.',
  reply: z.record(z.string(), z.unknown()),
})

export const security = endpoint({
  method: 'GET',
  path: '/.well-known/security.txt',
  replyType: 'text/plain',
  access: 'public',
  evenSuspended: true,
  summary: 'Where to report a security problem of this site (RFC 9116).',
})
