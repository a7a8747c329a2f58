import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { user } from './people.ts'
import { byId, id, moment, requiredText } from './text.ts'

/** Bytes as in the browser's JSON of a passkey: base64url. */
const bytes = (max: number) => z.string().check(z.maxLength(max), z.regex(/^[\w-]*$/))

const credentialId = bytes(1400).check(z.minLength(1))
const transports = z.array(z.string().check(z.maxLength(40))).check(z.maxLength(10))
const unreadable = 'This passkey could not be read. Please try again.'

/** The part of the response of `navigator.credentials` that the server reads. */
const answered = <Response extends z.ZodMiniType>(response: Response) =>
  z.object({ id: credentialId, rawId: credentialId, type: z.literal('public-key'), response }, unreadable)

const created = answered(
  z.object({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(20_000),
    transports: z.optional(transports),
  }),
)
const used = answered(
  z.object({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(8000),
    userHandle: z.optional(z.nullable(bytes(200))),
  }),
)
export type CreatedPasskey = z.output<typeof created>
export type UsedPasskey = z.output<typeof used>

const credential = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.optional(z.array(z.string())),
})

/** The options for `navigator.credentials.create`. */
const creation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(credential),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
})

/** The options for `navigator.credentials.get`; an empty `allowCredentials` accepts any passkey of this site. */
const request = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(credential),
})

export const beginSignIn = endpoint({
  method: 'POST',
  path: '/api/passkeys/sign-in/begin',
  access: 'public',
  evenSuspended: true,
  summary: 'A challenge for any passkey of this site; valid once, in this browser, for five minutes.',
  reply: request,
})

export const signIn = endpoint({
  method: 'POST',
  path: '/api/passkeys/sign-in',
  access: 'public',
  evenSuspended: true,
  summary: 'Signs in with a passkey, which counts as both steps.',
  body: z.object({ passkey: used }),
  reply: z.object({ user }),
})

export const beginConfirm = endpoint({
  method: 'POST',
  path: '/api/passkeys/confirm/begin',
  access: 'signedIn',
  beforeTwoFactor: true,
  summary: 'A challenge for the viewer’s passkeys. Without one: 404.',
  reply: request,
})

export const confirm = endpoint({
  method: 'POST',
  path: '/api/passkeys/confirm',
  access: 'signedIn',
  beforeTwoFactor: true,
  summary: 'Confirms the identity of the viewer by passkey; valid for ten minutes in this session.',
  body: z.object({ passkey: used }),
  status: 204,
})

const passkey = z.object({ id, name: z.string(), createdAt: moment, lastUsedAt: z.nullable(moment) })
export type Passkey = z.output<typeof passkey>

export const list = endpoint({
  method: 'GET',
  path: '/api/passkeys',
  access: 'signedIn',
  beforeTwoFactor: true,
  summary: 'The passkeys of the viewer, newest first.',
  reply: z.array(passkey),
})

export const beginAdding = endpoint({
  method: 'POST',
  path: '/api/passkeys/begin',
  access: 'signedIn',
  beforeTwoFactor: true,
  provenEmail: true,
  confirmed: true,
  summary: 'The options to create a passkey. With twenty already: 409.',
  reply: creation,
})

export const add = endpoint({
  method: 'POST',
  path: '/api/passkeys',
  access: 'signedIn',
  beforeTwoFactor: true,
  provenEmail: true,
  confirmed: true,
  summary: 'Saves a new passkey, named after its browser.',
  body: z.object({ passkey: created }),
  reply: passkey,
  status: 201,
})

export const passkeyName = requiredText(60, 'Please enter a name.')

export const rename = endpoint({
  method: 'PATCH',
  path: '/api/passkeys/:id',
  access: 'signedIn',
  summary: 'Renames a passkey.',
  params: byId,
  body: z.object({ name: passkeyName }),
  status: 204,
})

export const remove = endpoint({
  method: 'DELETE',
  path: '/api/passkeys/:id',
  access: 'signedIn',
  confirmed: true,
  summary: 'Removes a passkey. The last second step of a person who must have one: 409.',
  params: byId,
  status: 204,
})
