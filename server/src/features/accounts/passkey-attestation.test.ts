import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newAuthenticator } from '#testing/authenticator.ts'
import { forgedAttestation } from '#testing/forged-attestation.ts'
import { openPasskeyClub } from '#testing/passkey-club.ts'

let club: Awaited<ReturnType<typeof openPasskeyClub>>
let connections = 0
const stranger = createServer((_request, response) => response.end())
  .on('connection', () => (connections += 1))
  .listen(0, '127.0.0.1')
beforeAll(async () => {
  club = await openPasskeyClub()
})
afterAll(async () => {
  stranger.close()
  await club.close()
})

const strangersUrl = () => {
  const address = stranger.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

describe('a passkey with an attestation statement', () => {
  it.each(['android-key', 'android-safetynet', 'apple', 'compound', 'fido-u2f', 'packed', 'tpm', 'x'])(
    'of format %s is kept without reading the statement, and signs in [SET-5]',
    async (fmt) => {
      const device = newAuthenticator(club.url)
      const attest = forgedAttestation(fmt, strangersUrl())
      const added = await club.add(device, club.ada, {}, attest)
      expect([added.status, added.message, connections]).toEqual([201, '', 0])
      expect((await club.use(device)).answer.status).toBe(200)
    },
  )
})
