import * as z from 'zod/mini'
import { apiRights } from './access.ts'
import { endpoint } from './endpoint.ts'
import { byId, id, moment, requiredLine } from './text.ts'

export const apiKeyPrefix = 'tl_'

const right = z.enum(apiRights)

export const newApiKey = z.object({
  name: requiredLine(80, 'Enter a name.'),
  rights: z
    .array(right)
    .check(
      z.minLength(1, 'Choose at least one right.'),
      z.maxLength(apiRights.length, 'Choose each right once.'),
    ),
  expiresAt: z.nullable(moment),
})
export type NewApiKey = z.output<typeof newApiKey>

/** `ending` is the end of the secret, by which a key is recognised. */
const apiKey = z.object({
  id,
  name: z.string(),
  rights: z.array(right),
  ending: z.string(),
  state: z.enum(['active', 'expired', 'revoked']),
  createdBy: z.string(),
  createdAt: moment,
  expiresAt: z.nullable(moment),
  lastUsedAt: z.nullable(moment),
})
export type ApiKey = z.output<typeof apiKey>

export const list = endpoint({
  method: 'GET',
  path: '/api/admin/api-keys',
  access: 'admin',
  summary: 'The API keys, newest first, without their secrets.',
  reply: z.object({ keys: z.array(apiKey) }),
})

export const create = endpoint({
  method: 'POST',
  path: '/api/admin/api-keys',
  access: 'admin',
  confirmed: true,
  summary: 'Makes an API key and returns its secret, which is shown this once.',
  body: newApiKey,
  reply: z.object({ id, secret: z.string() }),
  status: 201,
})

export const revoke = endpoint({
  method: 'POST',
  path: '/api/admin/api-keys/:id/revoke',
  access: 'admin',
  summary: 'Ends an API key at once and for good.',
  params: byId,
  status: 204,
})
