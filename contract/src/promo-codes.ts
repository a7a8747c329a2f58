import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, moment, optionalLine, pageSize } from './text.ts'

const whole = (max: number, problem: string) => z.int(problem).check(z.gte(1, problem), z.lte(max, problem))

const campaign = optionalLine(80)
const maxUses = z.nullable(whole(1_000_000, 'The limit must be a whole number from 1.'))

/** `months` is for how many months the discount lasts; null for every month. */
export const newPromoCode = z
  .object({
    code: z
      .string({ error: 'Enter a code.' })
      .check(
        z.trim(),
        z.toUpperCase(),
        z.regex(/^[A-Z0-9-]{3,40}$/, 'Use 3 to 40 letters, digits and dashes.'),
      ),
    campaign,
    percentOff: z.nullable(whole(100, 'The discount must be 1 to 100 percent.')),
    amountOffCents: z.nullable(whole(1_000_000, 'The discount must be at least one cent.')),
    months: z.nullable(whole(36, 'Choose 1 to 36 months.')),
    maxUses,
    expiresAt: z.nullable(moment),
    oncePerPerson: z.boolean(),
    oncePerCard: z.boolean(),
    newMembersOnly: z.boolean(),
    /** Whether a free first month asks for a card. */
    cardRequired: z.boolean(),
  })
  .check(
    z.refine(({ percentOff, amountOffCents }) => (percentOff === null) !== (amountOffCents === null), {
      error: 'Enter either a percentage or an amount.',
      path: ['percentOff'],
    }),
    z.refine(({ oncePerPerson, oncePerCard }) => oncePerPerson || !oncePerCard, {
      error: 'A code that works once per card also works once per person.',
      path: ['oncePerCard'],
    }),
  )
export type NewPromoCode = z.output<typeof newPromoCode>

export const promoCodeChange = z.object({ campaign, maxUses, expiresAt: z.nullable(moment) })
export type PromoCodeChange = z.output<typeof promoCodeChange>

export const promoCodeStates = ['active', 'used_up', 'expired', 'ended'] as const

/** Counts since the code was made, refunds deducted from `paidCents`. */
const promoCode = z.object({
  code: z.string(),
  campaign: z.string(),
  percentOff: z.nullable(z.number()),
  amountOffCents: z.nullable(z.int()),
  months: z.nullable(z.int()),
  maxUses: z.nullable(z.int()),
  expiresAt: z.nullable(moment),
  oncePerPerson: z.boolean(),
  oncePerCard: z.boolean(),
  newMembersOnly: z.boolean(),
  cardRequired: z.boolean(),
  state: z.enum(promoCodeStates),
  createdAt: moment,
  redeemed: z.int(),
  /** Started and not finished. They count towards the limit for a day. */
  reserved: z.int(),
  discountCents: z.int(),
  paidCents: z.int(),
  lastUsedAt: z.nullable(moment),
})
export type PromoCode = z.output<typeof promoCode>

export const list = endpoint({
  method: 'GET',
  path: '/api/admin/promo-codes',
  access: 'creatorOrAdmin',
  summary: 'The promo codes, newest first, with their limits, their uses and the money given away.',
  reply: z.object({ codes: z.array(promoCode) }),
})

export const create = endpoint({
  method: 'POST',
  path: '/api/admin/promo-codes',
  access: 'admin',
  summary: 'Makes a promo code. A code that exists already, also an ended one: 409.',
  body: newPromoCode,
  status: 201,
})

const byCode = z.object({ code: z.string().check(z.minLength(1), z.maxLength(500)) })

export const change = endpoint({
  method: 'PATCH',
  path: '/api/admin/promo-codes/:code',
  access: 'admin',
  summary: 'Changes campaign, limit and expiry of a promo code, also of an expired one. An ended code: 409.',
  params: byCode,
  body: promoCodeChange,
  status: 204,
})

export const end = endpoint({
  method: 'POST',
  path: '/api/admin/promo-codes/:code/end',
  access: 'admin',
  summary: 'Ends a promo code at once and for good. Discounts that members have already continue.',
  params: byCode,
  status: 204,
})

/** `person` is null once their account is deleted. `isMember`: their membership gives access now. */
const promoCodeUse = z.object({
  id,
  person: z.nullable(z.object({ id, name: z.string(), email: z.string() })),
  usedAt: moment,
  discountCents: z.int(),
  paidCents: z.int(),
  isMember: z.boolean(),
})
export type PromoCodeUse = z.output<typeof promoCodeUse>

export const uses = endpoint({
  method: 'GET',
  path: '/api/admin/promo-codes/:code/uses',
  access: 'admin',
  summary: 'Who used a promo code, newest first; `before` is the id of the last use read.',
  params: byCode,
  query: z.object({ before: z.optional(id), limit: z.optional(pageSize) }),
  reply: z.object({ uses: z.array(promoCodeUse), hasMore: z.boolean() }),
})
