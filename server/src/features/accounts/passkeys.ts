import type { CreatedPasskey, Passkey } from '@touchline/contract/passkeys.ts'
import { and, count, desc, eq } from 'drizzle-orm'
import { parse as bytesOfUuid, v7 as uuid, validate as isUuid } from 'uuid'
import type { Queryable } from '#db/database.ts'
import { conflict, invalid, notFound } from '#errors.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { deviceName } from '#features/viewer/device-name.ts'
import { passkeysChanged } from './emails.ts'
import { createChallenge, consumeChallenge } from './passkey-challenges.ts'
import { isFromOtherSite, keyTypes, relyingParty, webauthn } from './relying-party.ts'
import { passkeys, people } from '#features/people/schema.ts'

/**
 * Rewrites an attestation to format `none`: to verify one means trusting certificates that the sender chose,
 * and @simplewebauthn/server would download the revocation lists they name.
 */
async function dropAttestation(attestationObject: string): Promise<string> {
  const { isoBase64URL, isoCBOR } = await import('@simplewebauthn/server/helpers')
  const decoded: unknown = isoCBOR.decodeFirst(isoBase64URL.toBuffer(attestationObject))
  const authData: unknown = decoded instanceof Map ? decoded.get('authData') : null
  if (!(authData instanceof Uint8Array)) throw new Error('the attestation object has no authenticator data')
  return isoBase64URL.fromBuffer(
    isoCBOR.encode(
      new Map<string, string | Map<string, string> | Uint8Array<ArrayBuffer>>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]),
    ),
  )
}

type Row = typeof passkeys.$inferSelect

const maxPasskeys = 20
const maxNameLength = 60

const toPasskey = ({ id, name, createdAt, lastUsedAt }: Row): Passkey => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})

const rowsOf = (db: Queryable, personId: string) =>
  db
    .select()
    .from(passkeys)
    .where(eq(passkeys.personId, personId))
    .orderBy(desc(passkeys.createdAt), desc(passkeys.id))

/** The passkeys of a person, newest first. */
export async function passkeysOf(
  { db }: Pick<Services, 'db'>,
  { id }: Pick<Viewer, 'id'>,
): Promise<Passkey[]> {
  return (await rowsOf(db, id)).map(toPasskey)
}

/** Returns the WebAuthn options and the token for the browser. Throws 409 with twenty passkeys. */
export async function beginRegistration(
  services: Pick<Services, 'db' | 'clock' | 'address' | 'site'>,
  viewer: Viewer,
) {
  const siteName = services.site.settings.name
  const theirs = await rowsOf(services.db, viewer.id)
  if (theirs.length >= maxPasskeys)
    throw conflict('You have twenty passkeys already. Please remove one first.')
  const { generateRegistrationOptions } = await webauthn()
  const { rpID } = relyingParty(services.address)
  const options = await generateRegistrationOptions({
    rpName: siteName,
    rpID,
    userID: new Uint8Array(bytesOfUuid(viewer.id)),
    userName: viewer.email,
    userDisplayName: viewer.firstName ?? viewer.email,
    supportedAlgorithmIDs: keyTypes,
  })
  const { challenge, user, pubKeyCredParams, timeout = 0 } = options
  const token = await createChallenge(services, { purpose: 'add', personId: viewer.id, challenge })
  const question = {
    challenge,
    rp: { id: rpID, name: siteName },
    user,
    pubKeyCredParams,
    timeout,
    attestation: 'none' as const,
    excludeCredentials: theirs.map(({ credentialId: id, transports }) => ({
      id,
      type: 'public-key' as const,
      transports,
    })),
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true as const,
      userVerification: 'required' as const,
    },
  }
  return { token, question }
}

const notForThisSite = () => invalid('This passkey was not made for this site. Please try again.')

/** Throws 400 for a passkey made for another site, or without user verification. */
async function checkedPasskey(
  { address }: Pick<Services, 'address'>,
  { answer, challenge }: { answer: CreatedPasskey; challenge: string },
): Promise<Pick<Row, 'credentialId' | 'publicKey' | 'counter' | 'transports'>> {
  const { verifyRegistrationResponse } = await webauthn()
  const { rpID, origin } = relyingParty(address)
  const { clientDataJSON, attestationObject, transports = [] } = answer.response
  const checked = await dropAttestation(attestationObject)
    .then((unattested) =>
      verifyRegistrationResponse({
        response: {
          ...answer,
          response: { clientDataJSON, attestationObject: unattested },
          clientExtensionResults: {},
        },
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: rpID,
        requireUserVerification: true,
        supportedAlgorithmIDs: keyTypes,
      }),
    )
    .catch(() => null)
  if (!checked?.verified) throw notForThisSite()
  const { id, publicKey, counter } = checked.registrationInfo.credential
  return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports }
}

/** Saves a new passkey under the name of the browser and emails the viewer. Throws 409 for a known one. */
export async function addPasskey(
  services: Pick<Services, 'db' | 'clock' | 'address' | 'mail'>,
  viewer: Viewer,
  { token, answer, userAgent }: { token: string | null; answer: CreatedPasskey; userAgent: string | null },
): Promise<Passkey> {
  const { db, clock, mail, address } = services
  const challenge = await consumeChallenge(services, { token, purpose: 'add', personId: viewer.id })
  if (isFromOtherSite(answer.response.clientDataJSON)) throw notForThisSite()
  const checked = await checkedPasskey(services, { answer, challenge })
  return db.transaction(async (tx) => {
    await tx.update(people).set({ hasPasskey: true, isRecovering: false }).where(eq(people.id, viewer.id))
    const name = deviceName(userAgent).slice(0, maxNameLength)
    const [saved] = await tx
      .insert(passkeys)
      .values({ id: uuid(), personId: viewer.id, ...checked, name, createdAt: clock.now() })
      .onConflictDoNothing()
      .returning()
    if (!saved) throw conflict('This passkey is known already.')
    await mail.enqueue(tx, passkeysChanged(viewer, { isAdded: true, name }, address.url))
    return toPasskey(saved)
  })
}

const theirs = (viewer: Pick<Viewer, 'id'>, id: string) =>
  and(eq(passkeys.personId, viewer.id), eq(passkeys.id, id))

/** Renames a passkey of the viewer. Throws 404 for an unknown id. */
export async function renamePasskey(
  { db }: Pick<Services, 'db'>,
  viewer: Viewer,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const renamed = isUuid(id)
    ? await db.update(passkeys).set({ name }).where(theirs(viewer, id)).returning({ id: passkeys.id })
    : []
  if (renamed.length === 0) throw notFound('Passkey')
}

/** Emails the viewer. Throws 404 for an unknown id, 409 for the last second step where one is required. */
export async function removePasskey(
  services: Pick<Services, 'db' | 'address' | 'mail' | 'config'>,
  viewer: Viewer,
  id: string,
): Promise<void> {
  const { db, config, mail, address } = services
  await db.transaction(async (tx) => {
    // The lock serializes the removal of the last passkey with turning off the codes.
    const [person] = await tx.select().from(people).where(eq(people.id, viewer.id)).for('no key update')
    const [removed] = isUuid(id) ? await tx.delete(passkeys).where(theirs(viewer, id)).returning() : []
    if (!person || !removed) throw notFound('Passkey')
    const [left] = await tx.select({ count: count() }).from(passkeys).where(eq(passkeys.personId, viewer.id))
    const hasPasskey = (left?.count ?? 0) > 0
    if (!hasPasskey && !person.hasTwoFactor && config.twoFactorRoles.includes(person.role))
      throw conflict('This site requires a second step from you. Turn on two-factor authentication first.')
    await tx.update(people).set({ hasPasskey }).where(eq(people.id, viewer.id))
    await mail.enqueue(tx, passkeysChanged(viewer, { isAdded: false, name: removed.name }, address.url))
  })
}
