/**
 * The attestation object without its statement, as format `none`. Verifying a statement means trusting certificates
 * that the sender chose, and @simplewebauthn/server downloads the revocation lists they name. This site asks for no
 * attestation, so nothing may read one.
 */
export async function dropAttestation(attestationObject: string): Promise<string> {
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
