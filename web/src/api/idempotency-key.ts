import { readStored, writeStored } from '#ui/browser-storage.ts'

const slotOf = (name: string) => `press:${name}`

/** Creates a random key, also on pages without https. */
const makePressKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

const held = new Map<string, string>()

/** Returns the key of a payment submission. It outlives dialogs and reloads until a response has arrived. */
export function getIdempotencyKey(name: string): string {
  const slot = slotOf(name)
  const key = readStored('session', slot) ?? held.get(slot) ?? makePressKey()
  held.set(slot, key)
  writeStored('session', slot, key)
  return key
}

export function clearIdempotencyKey(name: string): void {
  held.delete(slotOf(name))
  writeStored('session', slotOf(name), null)
}
