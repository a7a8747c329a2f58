import 'reflect-metadata'
import { createHash, webcrypto } from 'node:crypto'
import { AuthorizationList, KeyDescription, id_ce_keyDescription } from '@peculiar/asn1-android'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import * as x509 from '@peculiar/x509'
import type { Attest, AttestationValue } from './authenticator.ts'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const validity = { notBefore: new Date('2020-01-01'), notAfter: new Date('2049-01-01') }

/** The fields of a certificate with URLs someone might fetch: CRL, OCSP and the issuer's certificate. */
const lookups = (url: string) => [
  new x509.CRLDistributionPointsExtension([`${url}/crl`]),
  new x509.AuthorityInfoAccessExtension({
    ocsp: new x509.GeneralName('url', `${url}/ocsp`),
    caIssuers: new x509.GeneralName('url', `${url}/issuer`),
  }),
]

/**
 * Names `url` in its certificates, in any format. Only the root certificate for `android-key` is unlike the required.
 */
export const forgedAttestation =
  (fmt: string, url: string): Attest =>
  async ({ authData, clientDataJSON, publicKey, sign }) => {
    x509.cryptoProvider.set(webcrypto)
    const clientDataHash = createHash('sha256').update(clientDataJSON).digest()
    const rootKeys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
    const root = await x509.X509CertificateGenerator.createSelfSigned({
      ...validity,
      serialNumber: '01',
      name: 'CN=root',
      keys: rootKeys,
      signingAlgorithm: algorithm,
      extensions: lookups(url),
    })
    const description = new KeyDescription({
      attestationChallenge: new OctetString(clientDataHash),
      uniqueId: new OctetString(new Uint8Array(0)),
      softwareEnforced: new AuthorizationList(),
      teeEnforced: new AuthorizationList(),
    })
    const leaf = await x509.X509CertificateGenerator.create({
      ...validity,
      serialNumber: '02',
      subject: 'CN=leaf',
      issuer: root.subject,
      signingKey: rootKeys.privateKey,
      publicKey: await webcrypto.subtle.importKey(
        'jwk',
        publicKey.export({ format: 'jwk' }),
        algorithm,
        true,
        ['verify'],
      ),
      signingAlgorithm: algorithm,
      extensions: [
        new x509.Extension(id_ce_keyDescription, false, AsnConvert.serialize(description)),
        ...lookups(url),
      ],
    })
    const attStmt = new Map<string, AttestationValue>([
      ['alg', -7],
      ['ver', fmt === 'tpm' ? '2.0' : url],
      ['sig', new Uint8Array(sign(Buffer.concat([authData, clientDataHash])))],
      ['x5c', [new Uint8Array(leaf.rawData), new Uint8Array(root.rawData)]],
      ['response', new TextEncoder().encode(url)],
    ])
    return { fmt, attStmt }
  }
