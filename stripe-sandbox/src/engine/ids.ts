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

/** Unguessable alphanumerics. Bytes above 247 are skipped, because 62 does not divide 256. */
export function randomText(length: number): string {
  let text = ''
  while (text.length < length) {
    const byte = nextByte()
    if (byte < 248) text += alphabet[byte % 62]
  }
  return text
}

const moment = { ms: 0, nth: 0 }

// Ids grow with time, so that an index grows at its end: eight characters for the millisecond, two within it.
function timeText(): string {
  const ms = Date.now()
  if (ms > moment.ms) Object.assign(moment, { ms, nth: 0 })
  else moment.nth += 1
  let left = moment.ms * 3844 + (moment.nth % 3844)
  let text = ''
  for (let place = 0; place < 10; place += 1) {
    text = alphabet[left % 62] + text
    left = Math.floor(left / 62)
  }
  return text
}

/** The id of a request, included in its response and events. */
export const newRequestId = (): string => `req_${randomText(14)}`

/** A new id in Stripe's format: `cus_…`, 24 characters after the prefix, the last 14 unguessable. */
export function newId(prefix: string): string {
  return `${prefix}_${timeText()}${randomText(14)}`
}
