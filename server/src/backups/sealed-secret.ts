import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { encrypt, decrypt } from '#crypto/encrypt.ts'

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)
const saltBytes = 16
// One guess costs about half a second and 128 MB.
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 2 ** 20 }

const keyOf = async (passphrase: string, salt: Buffer) =>
  (await derive(passphrase.normalize('NFC'), salt, 32, cost)).toString('base64url')

/** Encrypts the site's secret with a passphrase (scrypt, AES-256-GCM), as one line of text. */
export async function sealSecret(secret: string, passphrase: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  return `${salt.toString('base64url')} ${encrypt(secret, await keyOf(passphrase, salt))}\n`
}

/** Decrypts the secret; null for a wrong passphrase. */
export async function openSecret(sealed: string, passphrase: string): Promise<string | null> {
  const [salt = '', body = ''] = sealed.trim().split(' ')
  return decrypt(body, await keyOf(passphrase, Buffer.from(salt, 'base64url')))
}

/** An HMAC that identifies a secret without revealing it. */
export const checkOf = (secret: string, createdAt: string) =>
  createHmac('sha256', secret).update(`touchline backup ${createdAt}`).digest('hex')

export const isSecretOf = (secret: string, { check, createdAt }: { check: string; createdAt: string }) =>
  timingSafeEqual(Buffer.from(checkOf(secret, createdAt)), Buffer.from(check))
