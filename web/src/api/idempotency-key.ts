import { readStored, writeStored } from '#ui/browser-storage.ts'

const slotOf = (name: string) => `press:${name}`

/** Creates a key for one submission; works on insecure pages too. */
const makePressKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/** The keys of this page, for browsers without storage. */
const held = new Map<string, string>()

/**
 * Returns the Idempotency-Key of a payment submission; `name` identifies it (`refund:ID`, `tip:SENDER`). The key survives
 * closed dialogs and reloads until `clearIdempotencyKey`, because without a response the money may have moved.
 */
export function getIdempotencyKey(name: string): string {
  const slot = slotOf(name)
  const key = readStored('session', slot) ?? held.get(slot) ?? makePressKey()
  held.set(slot, key)
  writeStored('session', slot, key)
  return key
}

/** Clears the key after a response, so that the next submission gets a new one. */
export function clearIdempotencyKey(name: string): void {
  held.delete(slotOf(name))
  writeStored('session', slotOf(name), null)
}
