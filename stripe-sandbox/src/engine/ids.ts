import { randomBytes } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const pool = { bytes: randomBytes(4096), used: 0 }

function nextByte(): number {
  if (pool.used === pool.bytes.length) {
    pool.bytes = randomBytes(4096)
    pool.used = 0
  }
  return pool.bytes[pool.used++]!
}

/** Unguessable letters and digits; 62 does not divide 256, so the bytes above 247 are passed over. */
export function randomText(length: number): string {
  let text = ''
  while (text.length < length) {
    const byte = nextByte()
    if (byte < 248) text += alphabet[byte % 62]
  }
  return text
}

/** A fresh id in the provider's manner: `cus_…`, 24 characters after the prefix. */
export function newId(prefix: string): string {
  return `${prefix}_${randomText(24)}`
}
