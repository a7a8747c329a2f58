/* When storage is blocked or full, reads return null and writes false. */

type Area = 'local' | 'session'

export function readStored(area: Area, key: string): string | null {
  try {
    return globalThis[`${area}Storage`].getItem(key)
  } catch {
    return null
  }
}

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
