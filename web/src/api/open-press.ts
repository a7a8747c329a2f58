const slotOf = (name: string) => `press:${name}`

/** A new name for one press of a button; also where pages are not secure. */
const makePressKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/** Presses of this page, where the browser keeps nothing. */
const held = new Map<string, string>()

function kept(slot: string): string | null {
  try {
    return sessionStorage.getItem(slot)
  } catch {
    return null
  }
}

/**
 * The Idempotency-Key of a press that moves money; `name` says which (`refund:ID`, `tip:SENDER`). It stays the same,
 * also when a dialog was closed or the page loaded anew, until `endPress` says that an answer came: without one the
 * money may have moved.
 */
export function openPress(name: string): string {
  const slot = slotOf(name)
  const key = kept(slot) ?? held.get(slot) ?? makePressKey()
  held.set(slot, key)
  try {
    sessionStorage.setItem(slot, key)
  } catch {
    // It is held for as long as the page is.
  }
  return key
}

/** An answer came: the next press of this name is another one. */
export function endPress(name: string): void {
  held.delete(slotOf(name))
  try {
    sessionStorage.removeItem(slotOf(name))
  } catch {
    // Then it was not kept either.
  }
}
