type Named = string | { id: string }

/** The id of what the provider names by its id alone, or gives whole where that was asked for; null where there is nothing. */
export function idOf(reference: Named): string
export function idOf(reference: Named | null | undefined): string | null
export function idOf(reference: Named | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null)
}
