/** The parts of a list with commas, without the spaces around them. */
export const listed = (given: string | null): string[] =>
  given
    ?.split(',')
    .map((part) => part.trim())
    .filter(Boolean) ?? []
