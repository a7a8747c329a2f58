import { isoCBOR } from '@simplewebauthn/server/helpers'
import { api } from '@touchline/contract/api.ts'
import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newAuthenticator } from '#testing/authenticator.ts'
import { openEmptyClub } from '#testing/club.ts'
import { takeRefusals } from '#testing/connection-trap.ts'
import { forgedAttestation } from '#testing/forged-attestation.ts'
import { listenHere } from '#testing/listen-on-loopback.ts'
import { withPasskeys } from '#testing/passkey-club.ts'

let club: Awaited<ReturnType<typeof withPasskeys>>
let connections = 0
let strangersUrl = ''
const stranger = createServer((_request, response) => response.end()).on(
  'connection',
  () => (connections += 1),
)
beforeAll(async () => {
  strangersUrl = `http://127.0.0.1:${await listenHere(stranger)}`
  club = await withPasskeys(await openEmptyClub())
})
afterAll(async () => {
  stranger.close()
  await club.close()
})

const formats = ['android-key', 'android-safetynet', 'apple', 'compound', 'fido-u2f', 'packed', 'tpm', 'x']

describe('a passkey with an attestation statement', () => {
  it.each(formats)(
    'of format %s is saved without reading the statement, and signs in [SET-5]',
    async (fmt) => {
      const device = newAuthenticator(club.url)
      const added = await club.add(device, club.ada, {}, forgedAttestation(fmt, strangersUrl))
      expect([added.status, added.message, connections]).toEqual([201, '', 0])
      expect((await club.use(device)).answer.status).toBe(200)
    },
  )

  it.each(['http://169.254.169.254', 'https://crl.example', 'http://localhost:1', 'ldap://ldap.example'])(
    'that names %s causes no connection [SET-5]',
    async (url) => {
      const attest = forgedAttestation('android-key', url)
      expect((await club.add(newAuthenticator(club.url), club.ada, {}, attest)).status).toBe(201)
      expect(takeRefusals()).toEqual([])
    },
  )

  it.each([
    ['is no CBOR', 'AAAA'],
    ['is empty', ''],
    ['is a list', isoCBOR.encode(['fmt', 'none'])],
    ['has no authenticator data', isoCBOR.encode(new Map([['fmt', 'none']]))],
    ['has text for authenticator data', isoCBOR.encode(new Map([['authData', 'none']]))],
    ['is nested as deeply as it can be', new Uint8Array(14_000).fill(0x81)],
  ])('in an object that %s is refused [SET-5]', async (_what, object) => {
    const { body: question } = await club.ada.call(api.passkeys.beginAdding)
    const passkey = await newAuthenticator(club.url).create(question)
    const attestationObject = typeof object === 'string' ? object : Buffer.from(object).toString('base64url')
    const body = { passkey: { ...passkey, response: { ...passkey.response, attestationObject } } }
    expect(await club.ada.call(api.passkeys.add, { body })).toMatchObject({
      status: 400,
      message: 'This passkey was not made for this site. Please try again.',
    })
  })
})
