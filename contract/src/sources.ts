import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, moment } from './text.ts'

/** `gate`: a gate code or an invitation; `teaser`: a shared post; `campaign`: utm_*; `referrer`: the host of a link. */
export const sourceKinds = ['campaign', 'referrer', 'teaser', 'gate'] as const
export const sourceKind = z.enum(sourceKinds, { error: 'Choose a kind of source.' })
export type SourceKind = z.output<typeof sourceKind>

/** Days back from today; 0 for all of it. */
export const sourcePeriods = ['30', '90', '365', '0'] as const
const days = z.optional(z.enum(sourcePeriods, { error: 'Choose a period.' }))

/** `stayed` of the `eligible` joiners, who joined three months ago or earlier, were still paying three months later. */
const source = z.object({
  kind: sourceKind,
  value: z.string(),
  label: z.string(),
  visits: z.int(),
  joiners: z.int(),
  paidCents: z.int(),
  eligible: z.int(),
  stayed: z.int(),
})
export type Source = z.output<typeof source>

export const list = endpoint({
  method: 'GET',
  path: '/api/admin/sources',
  access: 'admin',
  right: 'members:read',
  summary: 'Where members come from: visits, joiners, money and who stayed, by source; most joiners first.',
  query: z.object({ days }),
  reply: z.object({ sources: z.array(source) }),
})

const joiner = z.object({
  id,
  name: z.string(),
  email: z.string(),
  joinedAt: moment,
  paidCents: z.int(),
  isMember: z.boolean(),
})
export type Joiner = z.output<typeof joiner>

export const joiners = endpoint({
  method: 'GET',
  path: '/api/admin/sources/joiners',
  access: 'admin',
  right: 'members:read',
  summary: 'Who joined from a source, newest first; `before` is the id of the last person read.',
  query: z.object({
    kind: sourceKind,
    /** Left out for visits without a referrer. */
    value: z.optional(z.string().check(z.maxLength(300))),
    days,
    before: z.optional(id),
  }),
  reply: z.object({ joiners: z.array(joiner), hasMore: z.boolean() }),
})
