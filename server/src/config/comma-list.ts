/** The items of a comma-separated list, trimmed, without empty ones; none for null. */
export const listed = (given: string | null): string[] =>
  given
    ?.split(',')
    .map((part) => part.trim())
    .filter(Boolean) ?? []
