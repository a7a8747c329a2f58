import { readStored, writeStored } from '#ui/browser-storage.ts'

const slotOf = (name: string) => `press:${name}`

/** A new name for one press of a button; also where pages are not secure. */
const makePressKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/** Presses of this page, where the browser keeps nothing. */
const held = new Map<string, string>()

/**
 * The Idempotency-Key of a press that moves money; `name` says which (`refund:ID`, `tip:SENDER`). It stays the same,
 * also when a dialog was closed or the page loaded anew, until `clearIdempotencyKey` says that an answer came: without one the
 * money may have moved.
 */
export function getIdempotencyKey(name: string): string {
  const slot = slotOf(name)
  const key = readStored('session', slot) ?? held.get(slot) ?? makePressKey()
  held.set(slot, key)
  writeStored('session', slot, key)
  return key
}

/** An answer came: the next press of this name is another one. */
export function clearIdempotencyKey(name: string): void {
  held.delete(slotOf(name))
  writeStored('session', slotOf(name), null)
}
