const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/**
 * A pattern, for PostgreSQL and for JavaScript, of any of `words` where it stands alone: ann@club.example is not in
 * joann@club.example, nor a name in a longer one. A word may begin a line within JSON. At least one is not empty.
 */
export const wholeWordsPattern = (words: string[]): string => {
  const any = words.filter((word) => word !== '').map(escaped)
  return String.raw`(?:^|[^\w.+-]|\\[nrt])(?:${any.join('|')})(?![\w-]|\.\w)`
}
