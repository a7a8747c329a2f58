/*
 * What a browser stores for this site. Some refuse it, as in private windows or with blocked cookies, and any may be
 * full: then nothing is found, nothing is stored, and nothing throws.
 */

/** `local` is kept in this browser, `session` in this tab until it is closed. */
type Area = 'local' | 'session'

/** The text stored under a key; null when there is none. */
export function readStored(area: Area, key: string): string | null {
  try {
    return globalThis[`${area}Storage`].getItem(key)
  } catch {
    return null
  }
}

/** Stores a text, or with null removes what was stored. Answers whether the browser did so. */
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
