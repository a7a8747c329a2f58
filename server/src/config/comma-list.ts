/** Splits a comma-separated list into trimmed, non-empty items. Null gives an empty list. */
export const listed = (given: string | null): string[] =>
  given
    ?.split(',')
    .map((part) => part.trim())
    .filter(Boolean) ?? []
