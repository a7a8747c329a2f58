const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/**
 * A regular expression, for PostgreSQL and JavaScript, that matches any of `words` standing alone:
 * ann@club.example does not match in joann@club.example. A word may follow an escaped newline in JSON. At
 * least one word must be non-empty.
 */
export const wholeWordsPattern = (words: string[]): string => {
  const any = words.filter((word) => word !== '').map(escaped)
  return String.raw`(?:^|[^\w.+-]|\\[nrt])(?:${any.join('|')})(?![\w-]|\.\w)`
}
