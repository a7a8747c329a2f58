const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/**
 * Works in PostgreSQL and JavaScript: ann@club.example does not match in joann@club.example. One word must be
 * non-empty; it may follow an escaped newline in JSON.
 */
export const wholeWordsPattern = (words: string[]): string => {
  const any = words.filter((word) => word !== '').map(escaped)
  return String.raw`(?:^|[^\w.+-]|\\[nrt])(?:${any.join('|')})(?![\w-]|\.\w)`
}
