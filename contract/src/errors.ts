import * as z from 'zod/mini'

/** All error codes. The web switches on these, never on messages. */
export const errorCodes = [
  'unauthorized',
  'invalid_api_key',
  'missing_right',
  'subscription_required',
  'access_denied',
  'account_suspended',
  'cross_site',
  'confirmation_required',
  'two_factor_required',
  'email_unproven',
  'not_found',
  'invalid_input',
  'too_large',
  'unsupported_media',
  'too_many_requests',
  'storage_full',
  'conflict',
  'unavailable',
  'internal',
  'wrong_access_code',
  'invalid_credentials',
  'email_taken',
  'already_subscribed',
  'payment_required',
  'payment_processing',
  'payment_failed',
  'card_declined',
  'authentication_failed',
  'no_payment_method',
  'invalid_promo_code',
  'tip_not_completed',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/** The body of every error response. `fields` maps field names to validation errors. */
export const errorBody = z.object({
  message: z.string(),
  code: z.enum(errorCodes),
  fields: z.optional(z.record(z.string(), z.string())),
  requiresSubscription: z.optional(z.boolean()),
  requestId: z.optional(z.string()),
  cardInfo: z.optional(z.nullable(z.object({ brand: z.string(), last4: z.string() }))),
})

export type ErrorBody = z.output<typeof errorBody>
