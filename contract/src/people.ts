import * as z from 'zod/mini'
import { id, moment } from './text.ts'

export const role = z.enum(['subscriber', 'creator', 'moderator', 'admin'])
export type Role = z.output<typeof role>

/** A person as they see themselves. */
export const user = z.object({
  id,
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  email: z.string(),
  role,
  bio: z.nullable(z.string()),
  location: z.nullable(z.string()),
  website: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
  isMainInfluencer: z.boolean(),
  subscriptionStatus: z.nullable(z.enum(['active', 'past_due', 'canceled'])),
  stripeCustomerId: z.nullable(z.string()),
  createdAt: moment,
  isBlocked: z.boolean(),
  hasAccess: z.boolean(),
  /** They confirmed their address with an emailed link. */
  hasProvenEmail: z.boolean(),
  /** The site requires a second step for their role and they have none yet. */
  owesTwoFactor: z.boolean(),
})
export type User = z.output<typeof user>

/**
 * `email` is null unless the viewer is a creator or an admin. A missing first name is replaced by the local part of the
 * address.
 */
export const party = z.object({
  id,
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  email: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
  isMainInfluencer: z.boolean(),
})
export type Party = z.output<typeof party>
