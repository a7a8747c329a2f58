import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const prefix = 'sealed:'
const saltBytes = 16
const nonceBytes = 12
const tagBytes = 16

const keyFrom = (passphrase: string, salt: Buffer) =>
  Buffer.from(hkdfSync('sha256', passphrase, salt, 'touchline payment settings', 32))

/** Encrypts `text` with a passphrase (AES-256-GCM) as base64url text that fits a setting. */
export function encrypt(text: string, passphrase: string): string {
  const salt = randomBytes(saltBytes)
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', keyFrom(passphrase, salt), nonce)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return prefix + Buffer.concat([salt, nonce, cipher.getAuthTag(), body]).toString('base64url')
}

/** Decrypts text; null for a wrong passphrase. Text that was never encrypted is returned unchanged. */
export function decrypt(sealed: string, passphrase: string): string | null {
  if (!sealed.startsWith(prefix)) return sealed
  const whole = Buffer.from(sealed.slice(prefix.length), 'base64url')
  const part = (start: number, length?: number) =>
    whole.subarray(start, length === undefined ? undefined : start + length)
  const nonceAt = saltBytes
  const tagAt = nonceAt + nonceBytes
  try {
    const key = keyFrom(passphrase, part(0, saltBytes))
    const decipher = createDecipheriv('aes-256-gcm', key, part(nonceAt, nonceBytes))
    decipher.setAuthTag(part(tagAt, tagBytes))
    return Buffer.concat([decipher.update(part(tagAt + tagBytes)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
