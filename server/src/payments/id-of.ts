type Reference = string | { id: string }

/** The id of a reference, which Stripe returns as an id or as an expanded object; null when there is none. */
export function idOf(reference: Reference): string
export function idOf(reference: Reference | null | undefined): string | null
export function idOf(reference: Reference | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null)
}
