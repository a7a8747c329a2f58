import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { user } from './people.ts'
import { byId, id, moment, requiredText } from './text.ts'

/** Bytes as the browser's own JSON of a passkey writes them: base64url. */
const bytes = (max: number) => z.string().check(z.maxLength(max), z.regex(/^[\w-]*$/))

const credentialId = bytes(1400).check(z.minLength(1))
const transports = z.array(z.string().check(z.maxLength(40))).check(z.maxLength(10))
const unreadable = 'This passkey could not be read. Please try again.'

/** What `navigator.credentials` answers, as far as the server looks at it. */
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

/** What `navigator.credentials.create` is asked. */
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

/** What `navigator.credentials.get` is asked; `allowCredentials` is empty where any passkey of this site will do. */
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
  summary: 'A question for any passkey of this site; good once, in this browser, for five minutes.',
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
  summary: 'A question for the passkeys of who is signed in. Without one: 404.',
  reply: request,
})

export const confirm = endpoint({
  method: 'POST',
  path: '/api/passkeys/confirm',
  access: 'signedIn',
  beforeTwoFactor: true,
  summary: 'Proves again who is signed in, by a passkey; holds ten minutes for this session.',
  body: z.object({ passkey: used }),
  status: 204,
})

/** A passkey of the person, under the name they gave it. */
const passkey = z.object({ id, name: z.string(), createdAt: moment, lastUsedAt: z.nullable(moment) })
export type Passkey = z.output<typeof passkey>

export const list = endpoint({
  method: 'GET',
  path: '/api/passkeys',
  access: 'signedIn',
  beforeTwoFactor: true,
  summary: 'The passkeys of the person, the newest first.',
  reply: z.array(passkey),
})

export const beginAdding = endpoint({
  method: 'POST',
  path: '/api/passkeys/begin',
  access: 'signedIn',
  beforeTwoFactor: true,
  provenEmail: true,
  confirmed: true,
  summary: 'What to ask a device for a new passkey. With twenty already: 409.',
  reply: creation,
})

export const add = endpoint({
  method: 'POST',
  path: '/api/passkeys',
  access: 'signedIn',
  beforeTwoFactor: true,
  provenEmail: true,
  confirmed: true,
  summary: 'Keeps a new passkey, named after the browser it was made in.',
  body: z.object({ passkey: created }),
  reply: passkey,
  status: 201,
})

/** What a person calls a passkey. */
export const passkeyName = requiredText(60, 'Please enter a name.')

export const rename = endpoint({
  method: 'PATCH',
  path: '/api/passkeys/:id',
  access: 'signedIn',
  summary: 'Gives a passkey another name.',
  params: byId,
  body: z.object({ name: passkeyName }),
  status: 204,
})

export const remove = endpoint({
  method: 'DELETE',
  path: '/api/passkeys/:id',
  access: 'signedIn',
  confirmed: true,
  summary: 'Removes a passkey. The last second step of somebody the site requires one of: 409.',
  params: byId,
  status: 204,
})
