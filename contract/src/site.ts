import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

const figure = z.nullable(z.string())

/** What anyone may know about the site. Prices in dollars. */
export const site = z.object({
  name: z.string(),
  creator: z.object({
    id: z.nullable(z.string()),
    name: z.string(),
    tagline: z.string(),
    bio: z.array(z.string()),
    portraitUrl: z.nullable(z.string()),
    followers: z.number(),
  }),
  price: z.number(),
  tipAmount: z.number(),
  supportEmail: z.string(),
  /** As they are shown; null is not shown at all. The site's own counts are at most a minute old. */
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
  features: z.object({ sandbox: z.boolean(), offline: z.boolean() }),
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

export const openapi = endpoint({
  method: 'GET',
  path: '/api/openapi.json',
  access: 'public',
  evenSuspended: true,
  summary: 'This API as an OpenAPI 3.1 document.',
  reply: z.record(z.string(), z.unknown()),
})
