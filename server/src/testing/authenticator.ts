import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()
const base64url = (data: Uint8Array) => Buffer.from(data).toString('base64url')

const isPresent = 1
const isVerified = 4
const hasNewKey = 64

type Creation = { challenge: string; rp: { id: string }; user?: { id: string } }
type Asked = { challenge: string; rpId: string }
type Lies = {
  origin?: string
  rpId?: string
  flags?: number
  counter?: number
  type?: string
  crossOrigin?: boolean
  userHandle?: string
}

export type AttestationValue = string | number | Uint8Array<ArrayBuffer> | Uint8Array<ArrayBuffer>[]
export type Attest = (made: {
  authData: Buffer
  clientDataJSON: Buffer
  publicKey: KeyObject
  sign: (data: Buffer) => Buffer
}) => Promise<{ fmt: string; attStmt: Map<string, AttestationValue> }>

const unattested: Attest = async () => ({ fmt: 'none', attStmt: new Map() })

const bigEndian = (value: number, bytes: number) => {
  const written = Buffer.alloc(bytes)
  written.writeUIntBE(value, 0, bytes)
  return written
}

/** A device with one passkey that signs as the standard requires, or fakes what a test asks for. */
export function newAuthenticator(siteUrl: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(24)
  let counted = 0
  let owner: string | undefined

  const clientData = ({ challenge }: Asked, type: string, { origin = siteUrl, crossOrigin = false }: Lies) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }))

  const authenticatorData = ({ rpId }: Asked, lies: Lies, flags: number) =>
    Buffer.concat([
      sha256(lies.rpId ?? rpId),
      Buffer.from([lies.flags ?? flags]),
      bigEndian(lies.counter ?? (counted += 1), 4),
    ])

  const id = base64url(credentialId)
  const answer = <Response>(response: Response) => ({ id, rawId: id, type: 'public-key' as const, response })

  return {
    id,

    async create({ challenge, rp, user }: Creation, lies: Lies = {}, attest: Attest = unattested) {
      const asked = { challenge, rpId: rp.id }
      owner = user?.id
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array<ArrayBuffer>>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
          [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
        ]),
      )
      const authData = Buffer.concat([
        authenticatorData(asked, lies, isPresent | isVerified | hasNewKey),
        Buffer.alloc(16),
        bigEndian(credentialId.length, 2),
        credentialId,
        key,
      ])
      const clientDataJSON = clientData(asked, lies.type ?? 'webauthn.create', lies)
      const { fmt, attStmt } = await attest({
        authData,
        clientDataJSON,
        publicKey,
        sign: (data) => sign('sha256', data, privateKey),
      })
      const attestation = new Map<string, string | typeof attStmt | Uint8Array<ArrayBuffer>>([
        ['fmt', fmt],
        ['attStmt', attStmt],
        ['authData', new Uint8Array(authData)],
      ])
      return answer({
        clientDataJSON: base64url(clientDataJSON),
        attestationObject: base64url(isoCBOR.encode(attestation)),
        transports: ['internal'],
      })
    },

    get(asked: Asked, lies: Lies = {}) {
      const clientDataJSON = clientData(asked, lies.type ?? 'webauthn.get', lies)
      const data = authenticatorData(asked, lies, isPresent | isVerified)
      return answer({
        clientDataJSON: base64url(clientDataJSON),
        authenticatorData: base64url(data),
        userHandle: lies.userHandle ?? owner ?? null,
        signature: base64url(sign('sha256', Buffer.concat([data, sha256(clientDataJSON)]), privateKey)),
      })
    },
  }
}

export type Authenticator = ReturnType<typeof newAuthenticator>
