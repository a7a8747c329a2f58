/** The mark of the copies' owner, which every page reads at startup. */
export const ownerKey = 'saved-owner'

export function savedOwner(): string | null {
  try {
    return localStorage.getItem(ownerKey)
  } catch {
    return null
  }
}
