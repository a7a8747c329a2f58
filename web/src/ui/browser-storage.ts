/*
 * Access to browser storage that never throws. When storage is blocked or full, reads return null and writes return false.
 */

/** `local` lasts in this browser, `session` until the tab is closed. */
type Area = 'local' | 'session'

export function readStored(area: Area, key: string): string | null {
  try {
    return globalThis[`${area}Storage`].getItem(key)
  } catch {
    return null
  }
}

/** Stores a text, or removes it with null. Returns whether it succeeded. */
export function writeStored(area: Area, key: string, text: string | null): boolean {
  try {
    const storage = globalThis[`${area}Storage`]
    if (text === null) storage.removeItem(key)
    else storage.setItem(key, text)
    return true
  } catch {
    return false
  }
}
