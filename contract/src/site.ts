import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

const figure = z.nullable(z.string())

/** Public facts about the site. Prices in dollars. */
export const site = z.object({
  name: z.string(),
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
  gate: z.object({ enabled: z.boolean() }),
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
  access: 'public',
  evenSuspended: true,
  summary: 'This API as an OpenAPI 3.1 document; staff endpoints are listed only for staff.',
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
