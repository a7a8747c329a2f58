import type { UsedPasskey } from '@touchline/contract/passkeys.ts'
import { eq } from 'drizzle-orm'
import { parse as bytesOfUuid } from 'uuid'
import type { Queryable } from '#db/database.ts'
import { accountSuspended, notFound, Refusal } from '#errors.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { cancelRemoval } from './two-factor-removal.ts'
import { createChallenge, consumeChallenge } from './passkey-challenges.ts'
import { isFromOtherSite, relyingParty, webauthn } from './relying-party.ts'
import { passkeys, people, sessions } from '#features/people/schema.ts'
type Passkey = typeof passkeys.$inferSelect

const unknownPasskey = () =>
  new Refusal(401, 'invalid_credentials', 'This passkey does not belong to an account here.')

async function begin(
  services: Pick<Services, 'db' | 'clock' | 'address'>,
  purpose: 'signIn' | 'confirm',
  theirs: Passkey[],
  personId: string | null,
) {
  const { generateAuthenticationOptions } = await webauthn()
  const { rpID } = relyingParty(services.address)
  const { challenge, timeout = 0 } = await generateAuthenticationOptions({
    rpID,
    userVerification: 'required',
  })
  const token = await createChallenge(services, { purpose, personId, challenge })
  const allowCredentials = theirs.map(({ credentialId: id, transports }) => ({
    id,
    type: 'public-key' as const,
    transports,
  }))
  const question = { challenge, timeout, rpId: rpID, userVerification: 'required' as const, allowCredentials }
  return { token, question }
}

/** Returns the WebAuthn options to sign in with any passkey, and the token for the browser. */
export const beginPasskeySignIn = (services: Pick<Services, 'db' | 'clock' | 'address'>) =>
  begin(services, 'signIn', [], null)

/** Returns the options for the passkeys of the viewer. Throws 404 without one. */
export async function beginPasskeyConfirm(
  services: Pick<Services, 'db' | 'clock' | 'address'>,
  { id }: Pick<Viewer, 'id'>,
) {
  const theirs = await services.db.select().from(passkeys).where(eq(passkeys.personId, id))
  if (theirs.length === 0) throw notFound('Passkey')
  return begin(services, 'confirm', theirs, id)
}

/** Verifies a response and returns the new signature counter; null if it is invalid. */
async function counterOf(
  { address }: Pick<Services, 'address'>,
  passkey: Passkey,
  { answer, challenge }: { answer: UsedPasskey; challenge: string },
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await webauthn()
  const { rpID, origin } = relyingParty(address)
  const { userHandle, ...response } = answer.response
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...answer,
        response: { ...response, ...(userHandle ? { userHandle } : {}) },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
      },
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    // The library throws for another site, an old challenge or a counter that went back.
    return null
  }
}

/** Whether the response names the owner of the passkey, if it names one, and comes from this site. */
const isOwnAnswer = ({ personId }: Passkey, { response: { userHandle, clientDataJSON } }: UsedPasskey) =>
  (!userHandle || userHandle === Buffer.from(bytesOfUuid(personId)).toString('base64url')) &&
  !isFromOtherSite(clientDataJSON)

/** Verifies a response in `tx` and returns the owner; the locked row makes each counter count once. Throws 401. */
async function verify(
  tx: Queryable,
  services: Pick<Services, 'clock' | 'address'>,
  given: { answer: UsedPasskey; challenge: string },
): Promise<string> {
  const [passkey] = await tx
    .select()
    .from(passkeys)
    .where(eq(passkeys.credentialId, given.answer.id))
    .for('update')
  const counter =
    passkey && isOwnAnswer(passkey, given.answer) ? await counterOf(services, passkey, given) : null
  if (!passkey || counter === null) throw unknownPasskey()
  await tx
    .update(passkeys)
    .set({ counter, lastUsedAt: services.clock.now() })
    .where(eq(passkeys.id, passkey.id))
  return passkey.personId
}

/** Returns the person of a passkey sign-in, which counts as both steps. Throws 401, or 403 for a suspended account. */
export async function personOfPasskey(
  services: Pick<Services, 'db' | 'clock' | 'address'>,
  { token, answer }: { token: string | null; answer: UsedPasskey },
): Promise<string> {
  const challenge = await consumeChallenge(services, { token, purpose: 'signIn', personId: null })
  return services.db.transaction(async (tx) => {
    const personId = await verify(tx, services, { answer, challenge })
    const [person] = await tx
      .select({ isBlocked: people.isBlocked })
      .from(people)
      .where(eq(people.id, personId))
    if (person?.isBlocked) throw accountSuspended()
    await cancelRemoval(tx, services, { personId, actorId: personId })
    return personId
  })
}

/** Confirms by passkey that the same person is still there, and saves the time with the session. Throws 401. */
export async function confirmByPasskey(
  services: Pick<Services, 'db' | 'clock' | 'address'>,
  viewer: Viewer,
  { token, answer }: { token: string | null; answer: UsedPasskey },
): Promise<void> {
  const { db, clock } = services
  const challenge = await consumeChallenge(services, { token, purpose: 'confirm', personId: viewer.id })
  await db.transaction(async (tx) => {
    if ((await verify(tx, services, { answer, challenge })) !== viewer.id) throw unknownPasskey()
    await tx.update(sessions).set({ confirmedAt: clock.now() }).where(eq(sessions.id, viewer.sessionId))
  })
}
