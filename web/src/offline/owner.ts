/** The owner marker of the copies, which every page reads at startup. The encrypted posts are stored elsewhere. */
export const ownerKey = 'saved-owner'

export function savedOwner(): string | null {
  try {
    return localStorage.getItem(ownerKey)
  } catch {
    return null
  }
}
