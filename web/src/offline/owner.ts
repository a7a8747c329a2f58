/**
 * Whose posts are kept in this browser: read with every page, before it is known whether there is any. The posts
 * themselves are sealed, in a place of their own.
 */
export const ownerKey = 'saved-owner'

export function savedOwner(): string | null {
  try {
    return localStorage.getItem(ownerKey)
  } catch {
    return null
  }
}
